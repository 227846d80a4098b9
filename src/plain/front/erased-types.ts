/**
 * The text of a module without its types: blanks in their places, so that everything else stays where it is. Enums,
 * namespaces and parameter properties are more than types, and stay.
 */
import type { Node, types, Types } from './syntax.js';

/** Statements and members that are types only. */
const declarations = [
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
  'TSDeclareFunction',
  'TSDeclareMethod',
  'TSIndexSignature',
];
/** Types within code, with the signs in front of them. */
const annotations = [
  'TSTypeAnnotation',
  'TSTypeParameterDeclaration',
  'TSTypeParameterInstantiation',
];
const modifiers = /\b(?:public|private|protected|readonly|override)\b/g;

/** A stretch of the text whose replacement begins with `first`. */
interface Blank {
  readonly from: number;
  readonly to: number;
  readonly first: string;
}

class Blanks {
  readonly all: Blank[] = [];

  constructor(private readonly code: string) {}

  private add(from: number, to: number, first = ' '): void {
    this.all.push({ from, to, first });
  }

  /** The match of a pattern between two places. */
  private addMatch(pattern: RegExp, from: number, to: number): void {
    const match = pattern.exec(this.code.slice(from, to));
    if (match !== null) this.add(from + match.index, from + match.index + match[0].length);
  }

  /** From the word in front of a type to a place. */
  private addFromWord(word: RegExp, type: number, to: number): void {
    this.add(word.exec(this.code.slice(0, type))?.index ?? type, to);
  }

  see(node: Node): void {
    const [start, end] = [node.start!, node.end!];
    // A semicolon, since the lines around it are no one statement.
    if (isErased(node)) return this.add(start, end, ';');
    if (annotations.includes(node.type)) return this.add(start, end);
    switch (node.type) {
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
        return this.addFromWord(/\b(?:as|satisfies)\s*$/, node.typeAnnotation.start!, end);
      case 'TSNonNullExpression':
        return this.add(end - 1, end);
      case 'TSTypeAssertion':
        return this.add(start, this.code.indexOf('>', node.typeAnnotation.end!) + 1);
      case 'Identifier':
        if (node.optional === true) this.addMatch(/\?/, start + node.name.length, end);
        return;
      case 'ImportSpecifier':
      case 'ExportSpecifier':
        if (isOfType(node)) this.add(start, this.afterComma(end));
        return;
      case 'VariableDeclarator':
        if (node.definite === true) this.addMatch(/!/, start, end);
        return;
      case 'ClassDeclaration':
      case 'ClassExpression':
        return this.seeClass(node);
      case 'ClassMethod':
      case 'ClassPrivateMethod':
      case 'ClassProperty':
      case 'ClassPrivateProperty':
        return this.seeMember(node);
      default:
    }
    if ('params' in node && Array.isArray(node.params)) this.seeReceiver(node.params);
  }

  /** The type of `this` as a first parameter. */
  private seeReceiver([first]: readonly Node[]): void {
    if (first?.type !== 'Identifier' || first.name !== 'this') return;
    this.add(first.start!, this.afterComma(first.end!));
  }

  private afterComma(end: number): number {
    return end + /^\s*,?/.exec(this.code.slice(end))![0].length;
  }

  private seeClass(node: types.Class): void {
    this.addMatch(/^abstract\b/, node.start!, node.end!);
    const list = node.implements ?? [];
    if (list.length > 0) this.addFromWord(/\bimplements\s*$/, list[0].start!, list.at(-1)!.end!);
  }

  private seeMember(
    node:
      | types.ClassMethod
      | types.ClassPrivateMethod
      | types.ClassProperty
      | types.ClassPrivateProperty,
  ): void {
    const start = node.decorators?.at(-1)?.end ?? node.start!;
    for (const { index, 0: word } of this.code.slice(start, node.key.start!).matchAll(modifiers))
      this.add(start + index, start + index + word.length);
    if ('optional' in node && node.optional === true) this.addMatch(/\?/, node.key.end!, node.end!);
    if ('definite' in node && node.definite === true) this.addMatch(/!/, node.key.end!, node.end!);
    if ('params' in node) this.seeReceiver(node.params);
  }
}

/** True if a name in braces stands for a type. */
const isOfType = (node: types.ImportSpecifier | types.ExportSpecifier): boolean =>
  (node.type === 'ImportSpecifier' ? node.importKind : node.exportKind) === 'type';

/** True if a node has no code in it: it is a type, or says `declare`, `abstract` or `type`. */
const isErased = (node: Node): boolean =>
  declarations.includes(node.type) ||
  (node.type === 'ExportNamedDeclaration' &&
    node.declaration != null &&
    isErased(node.declaration)) ||
  ('declare' in node && node.declare === true) ||
  (node.type === 'ImportDeclaration' && node.importKind === 'type') ||
  (node.type !== 'ExportSpecifier' && 'exportKind' in node && node.exportKind === 'type') ||
  (node.type === 'ClassProperty' && node.abstract === true);

/** The text with blanks for types. O(size of the module). */
export function withoutTypes(t: Types, program: types.Program, code: string): string {
  const blanks = new Blanks(code);
  t.traverseFast(program, (node) => {
    if (node.start != null && node.end != null) blanks.see(node);
  });
  let text = '';
  let at = 0;
  for (const { from, to, first } of blanks.all.sort((a, b) => a.from - b.from)) {
    if (to <= at) continue;
    const start = Math.max(at, from);
    text += code.slice(at, start) + first.padEnd(to - start);
    at = to;
  }
  return text + code.slice(at);
}
