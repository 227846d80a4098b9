/** The parameters and types of a function as text, as the user wrote them where that makes sense by itself. */
import { generate } from '../../vendor/babel.js';
import type { Declared } from '../front/annotations.js';
import { childrenOf, type Node, type types, type Types } from '../front/syntax.js';
import { types as builders } from '../../vendor/babel.js';
import { elementType, isArray } from '../ir/ir.js';
import { shapeOf } from '../lower/shapes/promised-shapes.js';
import { typescriptOf } from '../emit/source/typescript.js';
import { treeType } from '../emit/source/key-text.js';
import type { Part } from './argument-parts.js';

export interface Parameter {
  readonly name: string;
  readonly part: Part;
  /** The type as text. */
  readonly type: string;
  /** The text after the type: a default. */
  readonly rest: string;
  /** The type of a gradient. */
  readonly gradient: string;
}

/** The type of a part that nobody wrote down. */
function typeOf(part: Part, isGradient: boolean, isColumn = false): string {
  if (part.tag === 'leaf') {
    const whole = part.value.type;
    const type = typescriptOf(isColumn && isArray(whole) ? elementType(whole) : whole);
    return isGradient || !type.endsWith('[]') ? type : `readonly ${type}`;
  }
  if (part.tag === 'columns')
    return `${isGradient ? '' : 'readonly '}${wrapped(typeOf(part.of, isGradient, true))}[]`;
  return treeType(
    [...part.parts].map(([key, one]) => [key, typeOf(one, isGradient, isColumn)]),
    part.isTuple,
    !isGradient,
  );
}

const wrapped = (type: string): string =>
  type.includes(' ') && !type.startsWith('{') ? `(${type})` : type;

const textOf = (node: Node): string =>
  generate(node, { comments: false }).code.replace(/\s+/g, ' ');

/** True if a type is a name, or one with parameters. */
const isNamed = (type: Node): boolean =>
  type.type === 'TSTypeReference' && type.typeName.type === 'Identifier';

export class Signatures {
  /** The types of the module that the texts name, in the order in which they are met. */
  private readonly named = new Set<Node>();

  constructor(private readonly declared: Declared) {}

  /** The names of the types that the texts name. */
  get names(): readonly string[] {
    return [...this.named].flatMap((node) =>
      'id' in node && node.id?.type === 'Identifier' ? [node.id.name] : [],
    );
  }

  /** @param known nothing is known of what nobody reads */
  parameter(given: Node, known: Part | undefined, place: number): Parameter {
    const part = known ?? { tag: 'record', isTuple: false, parts: new Map() };
    const hasDefault = given.type === 'AssignmentPattern';
    const inner = hasDefault ? given.left : given;
    const type = annotationOf(inner);
    const isKnown = type !== undefined && shapeOf(type, this.declared) !== undefined;
    const own = isKnown && !this.asksForValues(type) ? type : undefined;
    if (own !== undefined) this.meet(own);
    const made = known === undefined ? 'unknown' : typeOf(part, false);
    return {
      name: inner.type === 'Identifier' ? inner.name : nameBy(own, place),
      part,
      type: own === undefined ? made : textOf(own),
      rest: hasDefault && given.right.type === 'NumericLiteral' ? ` = ${textOf(given.right)}` : '',
      gradient: own !== undefined && isNamed(own) ? textOf(own) : typeOf(part, true),
    };
  }

  captured(name: string, part: Part): Parameter {
    return { name, part, type: typeOf(part, false), rest: '', gradient: '' };
  }

  /** The declarations of the types that were met. */
  declarations(): string[] {
    // Comments after a type belong to what comes next.
    return [...this.named].map((node) => generate({ ...node, trailingComments: null }).code);
  }

  /** True if a type is that of a variable, which the file does not have. */
  private asksForValues(node: Node, met: readonly Node[] = []): boolean {
    if (node.type === 'TSTypeQuery') return true;
    const isNamed = node.type === 'TSTypeReference' && node.typeName.type === 'Identifier';
    const named = isNamed ? this.declared.get((node.typeName as { name: string }).name) : null;
    const isNew = named != null && !met.includes(named);
    return [...childrenOf(builders as Types, node), ...(isNew ? [named] : [])].some((child) =>
      this.asksForValues(child, named == null ? met : [...met, named]),
    );
  }

  /** Notes what a type names, and what that names. */
  private meet(node: Node): void {
    if (node.type === 'TSTypeReference' && node.typeName.type === 'Identifier') {
      const declaration = this.declared.get(node.typeName.name);
      if (declaration != null && !this.named.has(declaration)) {
        this.named.add(declaration);
        this.meet(declaration);
      }
    }
    for (const child of childrenOf(builders as Types, node)) this.meet(child);
  }
}

function annotationOf(node: Node): Node | undefined {
  const annotation = 'typeAnnotation' in node ? (node.typeAnnotation as Node | null) : null;
  return annotation?.type === 'TSTypeAnnotation' ? annotation.typeAnnotation : undefined;
}

/** The name of a parameter that is a pattern: that of its type. */
function nameBy(type: Node | undefined, place: number): string {
  if (type === undefined || !isNamed(type)) return `argument${place}`;
  const { name } = (type as types.TSTypeReference).typeName as types.Identifier;
  return name[0].toLowerCase() + name.slice(1);
}
