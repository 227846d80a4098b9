/** What `typeof` names in types, and the texts of lists that are written down. */
import type { Declared } from '../../front/annotations.js';
import type { Classes } from '../../front/facts.js';
import { bare, type Node, type types } from '../../front/syntax.js';

type Types = Declared | Classes;

/** What declares the variable or the function that `typeof` names. */
export function valueNamed(
  { exprName }: types.TSTypeQuery,
  declared: Types,
): Node | null | undefined {
  return exprName.type === 'Identifier' ? declared.get(`typeof ${exprName.name}`) : undefined;
}

/** The texts of `(typeof list)[number]`, where the list is a constant that is written down. */
export function textsListed(type: Node, declared: Types): readonly string[] | undefined {
  if (type.type !== 'TSIndexedAccessType' || type.indexType.type !== 'TSNumberKeyword')
    return undefined;
  const list =
    type.objectType.type === 'TSParenthesizedType'
      ? type.objectType.typeAnnotation
      : type.objectType;
  const declaration = list.type === 'TSTypeQuery' ? valueNamed(list, declared) : undefined;
  const init =
    declaration?.type === 'VariableDeclarator' && declaration.init ? bare(declaration.init) : null;
  if (init?.type !== 'ArrayExpression') return undefined;
  const texts = init.elements.flatMap((one) => (one?.type === 'StringLiteral' ? [one.value] : []));
  return texts.length === init.elements.length && texts.length > 0 ? texts : undefined;
}
