/** Arguments for a function, made from the types that its text gives them. */
import type { types as t } from '../../src/plain/front/syntax.js';

const numbers = [0.7, -1.3, 2.1, 0.4, 1.6, 0.75];

/** Numbers for each number that is asked for, so that arguments differ. */
class Samples {
  private count = 0;

  constructor(private readonly aliases: ReadonlyMap<string, t.TSType>) {}

  of(type: t.Node | null | undefined): unknown {
    switch (type?.type) {
      case 'TSNumberKeyword':
        return numbers[this.count++ % numbers.length];
      case 'TSBooleanKeyword':
        return true;
      case 'TSStringKeyword':
        return 'a';
      case 'TSTypeAnnotation':
      case 'TSParenthesizedType':
      case 'TSTypeOperator':
        return this.of(type.typeAnnotation);
      case 'TSArrayType':
        return Array.from({ length: 4 }, () => this.of(type.elementType));
      case 'TSTupleType':
        return type.elementTypes.map((one) => this.of(one));
      case 'TSLiteralType':
        return (type.literal as t.StringLiteral).value;
      case 'TSUnionType':
        return this.of(type.types[0]);
      case 'TSTypeLiteral':
        return this.record(type.members);
      case 'TSTypeReference':
        return this.named((type.typeName as t.Identifier).name, type.typeArguments?.params ?? []);
      case undefined:
        return numbers[this.count++ % numbers.length];
      default:
        throw new Error(`a sample of ${String(type?.type)}`);
    }
  }

  record(members: readonly t.TSTypeElement[]): unknown {
    const properties = members as readonly t.TSPropertySignature[];
    return Object.fromEntries(
      properties.map(({ key, typeAnnotation }) => {
        const name = key.type === 'Identifier' ? key.name : (key as t.StringLiteral).value;
        return [name, this.of(typeAnnotation)];
      }),
    );
  }

  private named(name: string, of: readonly t.TSType[]): unknown {
    const type = this.aliases.get(name);
    if (type !== undefined) return this.of(type);
    switch (name) {
      case 'Array':
      case 'ReadonlyArray':
      case 'ArrayLike':
        return Array.from({ length: 4 }, () => this.of(of[0]));
      case 'Readonly':
        return this.of(of[0]);
      case 'Record':
        return { a: this.of(of[1]), b: this.of(of[1]) };
      case 'Map':
        return new Map([['a', this.of(of[1])]]);
      case 'Set':
        return new Set([1]);
    }
    const made = (globalThis as unknown as Record<string, { from?: (of: unknown) => unknown }>)[
      name
    ];
    if (made?.from === undefined) throw new Error(`a sample of ${name}`);
    return made.from(name.startsWith('Float') ? numbers.slice(0, 4) : [1, 2, 0, 3]);
  }
}

/** The parameters of the function of a name, as the text has them. */
function functionIn(body: readonly t.Statement[], name: string): t.Function {
  for (const one of body) {
    const stmt = one.type === 'ExportNamedDeclaration' ? one.declaration! : one;
    if (stmt.type === 'FunctionDeclaration' && stmt.id!.name === name) return stmt;
    if (stmt.type === 'VariableDeclaration')
      for (const { id, init } of stmt.declarations)
        if ((id as t.Identifier).name === name) return init as t.ArrowFunctionExpression;
  }
  throw new Error(`there is no function ${name}`);
}

/** The names of the parameters of a function; those that are patterns have none. */
export const parameterNames = (program: t.Program, name: string): readonly string[] =>
  functionIn(program.body, name).params.map((one) => (one.type === 'Identifier' ? one.name : ''));

/** Arguments for the function of a name in a program. */
export function sampleArguments(program: t.Program, name: string): readonly unknown[] {
  const aliases = new Map<string, t.TSType>();
  for (const one of program.body) {
    const stmt = one.type === 'ExportNamedDeclaration' ? one.declaration : one;
    if (stmt?.type === 'TSTypeAliasDeclaration') aliases.set(stmt.id.name, stmt.typeAnnotation);
    if (stmt?.type === 'TSInterfaceDeclaration')
      aliases.set(stmt.id.name, { type: 'TSTypeLiteral', members: stmt.body.body } as t.TSType);
  }
  const samples = new Samples(aliases);
  return functionIn(program.body, name).params.map((one) => {
    const param = one.type === 'AssignmentPattern' ? one.left : one;
    return samples.of((param as t.Identifier).typeAnnotation);
  });
}
