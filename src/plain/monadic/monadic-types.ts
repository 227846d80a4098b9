/** Fig. 9 on types: ℝ becomes a dual number, and a function gives a computation. All else stays. */
import { types as t } from '../../vendor/babel.js';
import type { Kind } from '../front/kinds.js';
import type { Translator } from './translator.js';

const floats = ['Float64Array', 'Float32Array'];

const real = (by: Translator): t.TSType => t.tsTypeReference(by.library('MReal'));

const computation = (by: Translator, of: t.TSType): t.TSType =>
  t.tsTypeReference(by.library('M'), t.tsTypeParameterInstantiation([of]));

/** D{A} of Fig. 9. O(size of the type). */
export function typeOf(by: Translator, type: t.TSType): t.TSType {
  if (t.isTSNumberKeyword(type)) return real(by);
  if (t.isTSTypeReference(type) && t.isIdentifier(type.typeName)) {
    const { name } = type.typeName;
    if (floats.includes(name)) return t.tsArrayType(real(by));
    by.mentionedTypes.add(name);
  }
  const copy = t.cloneNode(type, false) as unknown as Record<string, unknown>;
  for (const key of t.VISITOR_KEYS[type.type] ?? []) {
    const child = copy[key];
    copy[key] = Array.isArray(child)
      ? child.map((one: t.Node) => partOf(by, one))
      : child == null
        ? child
        : partOf(by, child as t.Node);
  }
  return withResult(by, copy as unknown as t.Node) as t.TSType;
}

function partOf<T extends t.Node>(by: Translator, node: T): t.Node {
  if (t.isIdentifier(node) && node.typeAnnotation == null) return t.cloneNode(node);
  return typeOf(by, node as unknown as t.TSType);
}

/** A → B becomes D{A} → M D{B}. */
function withResult(by: Translator, node: t.Node): t.Node {
  const isFunction =
    t.isTSFunctionType(node) || t.isTSMethodSignature(node) || t.isTSCallSignatureDeclaration(node);
  if (!isFunction) return node;
  // Babel 7 calls it typeAnnotation.
  const place = node as { returnType?: t.TSTypeAnnotation; typeAnnotation?: t.TSTypeAnnotation };
  const key = place.returnType == null ? 'typeAnnotation' : 'returnType';
  const result = place[key];
  if (result != null) place[key] = t.tsTypeAnnotation(computation(by, result.typeAnnotation));
  return node;
}

/** An annotation of a variable. */
export const annotationOf = (by: Translator, annotation: t.Node): t.TSTypeAnnotation =>
  t.tsTypeAnnotation(typeOf(by, (annotation as t.TSTypeAnnotation).typeAnnotation));

/** The type of the result of a function. */
export const resultOf = (by: Translator, annotation: t.Node): t.TSTypeAnnotation =>
  t.tsTypeAnnotation(computation(by, annotationOf(by, annotation).typeAnnotation));

/** The type of a kind, if it says all. */
export function typeOfKind(by: Translator, kind: Kind): t.TSType | null {
  if (kind.tag === 'real' || kind.tag === 'number') return real(by);
  if (kind.tag !== 'list') return null;
  const of = typeOfKind(by, kind.of);
  return of && t.tsArrayType(of);
}
