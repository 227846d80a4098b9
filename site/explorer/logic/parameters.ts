/** The functions at the top of a module, and arguments to begin with, from the types of their parameters. */
import { parse } from '@babel/parser';

/** A node of the syntax, in the form of Babel 7 or 8. */
interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

export interface Parameter {
  /** Null for a pattern, whose parts have names of their own. */
  readonly name: string | null;
  /** A value to begin with. */
  readonly start: unknown;
}

export interface FunctionFound {
  readonly name: string;
  readonly isExported: boolean;
  /** True if the module exports it by its own name. */
  readonly isByName: boolean;
  readonly parameters: readonly Parameter[];
}

/** The depth to which types are looked into, which may name themselves. */
const DEEPEST = 6;
/** The number of elements of an array whose type does not fix it. */
const ELEMENTS = 3;

const nodeIn = (node: Node, key: string) => node[key] as Node | null | undefined;
const nodesIn = (node: Node, key: string) => (node[key] ?? []) as readonly Node[];
const nameOf = (node: Node | null | undefined): string | undefined =>
  (node?.['name'] ?? node?.['value']) as string | undefined;

/** Different numbers, so that two inputs are seen apart. */
class Numbers {
  private given = 0;

  next(): number {
    return 1 + this.given++ / 2;
  }
}

class Starts {
  private readonly numbers = new Numbers();

  constructor(private readonly declared: ReadonlyMap<string, Node>) {}

  /** A value of a type; a number where the type does not say. */
  of(type: Node | null | undefined, depth = 0): unknown {
    if (type == null || depth > DEEPEST) return this.numbers.next();
    switch (type.type) {
      case 'TSArrayType':
        return this.elements(nodeIn(type, 'elementType'), depth);
      case 'TSTupleType':
        return nodesIn(type, 'elementTypes').map((one) =>
          this.of(one.type === 'TSNamedTupleMember' ? nodeIn(one, 'elementType') : one, depth + 1),
        );
      case 'TSTypeOperator':
      case 'TSParenthesizedType':
        return this.of(nodeIn(type, 'typeAnnotation'), depth);
      case 'TSTypeLiteral':
        return this.record(nodesIn(type, 'members'), depth);
      case 'TSInterfaceDeclaration':
        return this.record(nodesIn(nodeIn(type, 'body')!, 'body'), depth);
      case 'TSTypeAliasDeclaration':
        return this.of(nodeIn(type, 'typeAnnotation'), depth);
      case 'TSUnionType':
        return this.of(nodesIn(type, 'types')[0], depth);
      case 'TSLiteralType':
        return nodeIn(type, 'literal')?.['value'];
      case 'TSBooleanKeyword':
        return true;
      case 'TSStringKeyword':
        return '';
      case 'TSTypeReference':
        return this.named(type, depth);
      default:
        return this.numbers.next();
    }
  }

  private elements(type: Node | null | undefined, depth: number): unknown[] {
    return Array.from({ length: ELEMENTS }, () => this.of(type, depth + 1));
  }

  private record(members: readonly Node[], depth: number): object {
    const fields = members.flatMap((member): [string, unknown][] => {
      const name = nameOf(nodeIn(member, 'key'));
      if (member.type !== 'TSPropertySignature' || name === undefined) return [];
      return [[name, this.of(annotation(member), depth + 1)]];
    });
    return Object.fromEntries(fields);
  }

  private named(type: Node, depth: number): unknown {
    const name = nameOf(nodeIn(type, 'typeName')) ?? '';
    const known = this.declared.get(name);
    if (known !== undefined) return this.of(known, depth + 1);
    const given = nodeIn(type, 'typeParameters') ?? nodeIn(type, 'typeArguments');
    const [first] = nodesIn(given ?? { type: '' }, 'params');
    if (name === 'Float64Array') return Float64Array.from(this.elements(null, depth) as number[]);
    if (name === 'Float32Array') return Float32Array.from(this.elements(null, depth) as number[]);
    if (name === 'Array' || name === 'ReadonlyArray') return this.elements(first, depth);
    if (name === 'Readonly') return this.of(first, depth + 1);
    return this.numbers.next();
  }
}

const annotation = (node: Node): Node | null | undefined =>
  nodeIn(nodeIn(node, 'typeAnnotation') ?? { type: '' }, 'typeAnnotation');

/** The value of a default that is a number, or an array of numbers. */
function literal(node: Node | null | undefined): unknown {
  if (node?.type === 'NumericLiteral') return node['value'];
  if (node?.type === 'UnaryExpression' && node['operator'] === '-') {
    const value = literal(nodeIn(node, 'argument'));
    return typeof value === 'number' ? -value : undefined;
  }
  if (node?.type !== 'ArrayExpression') return undefined;
  const elements = nodesIn(node, 'elements').map(literal);
  return elements.includes(undefined) ? undefined : elements;
}

function parameterOf(given: Node, starts: Starts): Parameter {
  const hasDefault = given.type === 'AssignmentPattern';
  const node = hasDefault ? nodeIn(given, 'left')! : given;
  const name = node.type === 'Identifier' ? nameOf(node)! : null;
  const known = hasDefault ? literal(nodeIn(given, 'right')) : undefined;
  return { name, start: known ?? starts.of(annotation(node)) };
}

const isFunction = (node: Node | null | undefined): boolean =>
  node != null && /^(Arrow)?FunctionExpression$|^FunctionDeclaration$/.test(node.type);

/** The functions that a statement declares. */
function declaredBy(statement: Node): [name: string, node: Node][] {
  const isDefault = statement.type === 'ExportDefaultDeclaration';
  const inner = nodeIn(statement, 'declaration');
  if (isDefault && isFunction(inner)) return [[nameOf(nodeIn(inner!, 'id')) ?? 'default', inner!]];
  if (isFunction(statement)) return [[nameOf(nodeIn(statement, 'id'))!, statement]];
  if (statement.type === 'VariableDeclaration') {
    return nodesIn(statement, 'declarations').flatMap((one): [string, Node][] => {
      const [name, made] = [nameOf(nodeIn(one, 'id')), nodeIn(one, 'init')];
      return name !== undefined && isFunction(made) ? [[name, made!]] : [];
    });
  }
  return inner == null ? [] : declaredBy(inner);
}

function typesIn(body: readonly Node[]): Map<string, Node> {
  const types = new Map<string, Node>();
  for (const statement of body) {
    const node = nodeIn(statement, 'declaration') ?? statement;
    if (/^TS(Interface|TypeAlias)Declaration$/.test(node.type)) {
      types.set(nameOf(nodeIn(node, 'id'))!, node);
    }
  }
  return types;
}

/** The names in the lists `export { a, b as c }`: those of the module, and those that it shows. */
function listed(body: readonly Node[]): [own: string, shown: string][] {
  return body
    .filter(({ type, source }) => type === 'ExportNamedDeclaration' && source == null)
    .flatMap((statement) => nodesIn(statement, 'specifiers'))
    .map((one) => [nameOf(nodeIn(one, 'local'))!, nameOf(nodeIn(one, 'exported'))!]);
}

const bodyOf = (code: string): readonly Node[] =>
  parse(code, { sourceType: 'module', plugins: ['typescript'] }).program
    .body as readonly object[] as readonly Node[];

/** The constants at the top of a module that are numbers, or arrays of numbers. O(length of the text). */
export function constantsIn(code: string): ReadonlyMap<string, unknown> {
  const statements = bodyOf(code).map((one) => nodeIn(one, 'declaration') ?? one);
  const constants = statements.filter(({ kind }) => kind === 'const');
  const found = constants.flatMap((one) =>
    nodesIn(one, 'declarations').flatMap((made): [string, unknown][] => {
      const [name, value] = [nameOf(nodeIn(made, 'id')), literal(nodeIn(made, 'init'))];
      return name === undefined || value === undefined ? [] : [[name, value]];
    }),
  );
  return new Map(found);
}

/**
 * The functions that a module declares at its top, in order. O(length of the text).
 *
 * @throws SyntaxError if the text cannot be parsed.
 */
export function functionsIn(code: string): FunctionFound[] {
  const body = bodyOf(code);
  const types = typesIn(body);
  const lists = listed(body);
  return body.flatMap((statement) =>
    declaredBy(statement).map(([name, node]) => {
      const starts = new Starts(types);
      const isDeclaredSo = statement.type === 'ExportNamedDeclaration' || name === 'default';
      const given = nodesIn(node, 'params').filter(({ type }) => type !== 'RestElement');
      return {
        name,
        isExported: statement.type.startsWith('Export') || lists.some(([own]) => own === name),
        isByName: isDeclaredSo || lists.some(([own, shown]) => own === name && shown === name),
        parameters: given.map((one) => parameterOf(one, starts)),
      };
    }),
  );
}
