/** Tells how the variables of a module are used that hold functions. */
import type { Binding, FunctionNode } from '../front/syntax.js';

export const isMethod = ({ type }: FunctionNode): boolean =>
  type !== 'FunctionDeclaration' && !type.endsWith('Expression');

/** True if a function is used for anything but a call. */
export const isGiven = ({ referencePaths }: Binding): boolean =>
  referencePaths.some(
    ({ node, parent }) => parent.type !== 'CallExpression' || parent.callee !== node,
  );
