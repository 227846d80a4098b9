/**
 * Private fields, which only code of their class can read: a class tells the runtime how to settle those of its instances
 * when a run has ended (plain/runtime/settling.ts). `static { $privateFields(this, ($o, $s) => { if (#x in $o) $o.#x = $s($o.#x); }); }`
 */
import { walk, type Node, type types, type Types } from '../front/syntax.js';
import type { AddedNames } from './added-names.js';

/** Adds this to all classes in some code that have such fields. */
export function tellPrivateFields(t: Types, names: AddedNames, code: readonly Node[]): void {
  for (const part of code)
    walk(t, part, null, (node) => {
      if (node.type !== 'ClassBody') return;
      const fields = node.body.flatMap((one) =>
        one.type === 'ClassPrivateProperty' ? [one.key.id.name] : [],
      );
      if (fields.length > 0) node.body.unshift(told(t, names, fields));
    });
}

function told(t: Types, names: AddedNames, fields: readonly string[]): types.StaticBlock {
  const object = () => t.identifier(names.localOf('o'));
  const settle = () => t.identifier(names.localOf('s'));
  const field = (name: string) => t.privateName(t.identifier(name));
  const settled = fields.map((name) => {
    const member = () => t.memberExpression(object(), field(name));
    return t.ifStatement(
      t.binaryExpression('in', field(name), object()),
      t.expressionStatement(
        t.assignmentExpression('=', member(), t.callExpression(settle(), [member()])),
      ),
    );
  });
  const settler = t.arrowFunctionExpression([object(), settle()], t.blockStatement(settled));
  const call = t.callExpression(names.runtime('privateFields'), [t.thisExpression(), settler]);
  return t.staticBlock([t.expressionStatement(call)]);
}
