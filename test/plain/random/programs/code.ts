/**
 * Text of a program in three forms: typed, for the translator; plain, which is the same without types
 * and runs as it is; and explicit, where all arithmetic of reals is a call of `$`, the specification
 * (specification.ts). Nothing is parsed: every part says what it is in each form.
 */
export type Form = 'typed' | 'plain' | 'explicit';
export type Code = string | readonly Code[] | { readonly [F in Form]: Code };

export const code = (texts: TemplateStringsArray, ...parts: readonly Code[]): Code =>
  texts.flatMap((text, k) => (k === 0 ? [text] : [parts[k - 1], text]));

export const either = (plain: Code, explicit: Code): Code => ({ typed: plain, plain, explicit });

/** An annotation, or a declaration of types. */
export const typing = (text: string): Code => ({ typed: text, plain: '', explicit: '' });

export function textOf(part: Code, form: Form): string {
  if (typeof part === 'string') return part;
  return Array.isArray(part)
    ? part.map((inner: Code) => textOf(inner, form)).join('')
    : textOf((part as { readonly [F in Form]: Code })[form], form);
}

export const joined = (parts: readonly Code[], separator = ', '): Code =>
  parts.flatMap((part, k) => (k === 0 ? [part] : [separator, part]));

// ── Operations on reals ──

export const rows = {
  '+': 'add',
  '-': 'sub',
  '*': 'mul',
  '/': 'div',
  '%': 'rem',
  '**': 'pow',
} as const;
export type Operator = keyof typeof rows;

export const operation = (op: Operator, x: Code, y: Code): Code =>
  either(code`(${x} ${op} ${y})`, code`$.${rows[op]}(${x}, ${y})`);

export const negated = (x: Code): Code => either(code`(-${x})`, code`$.neg(${x})`);

export const math = (name: string, args: readonly Code[]): Code =>
  either(code`Math.${name}(${joined(args)})`, code`$.${name}(${joined(args)})`);

export const same = (x: Code, y: Code): Code =>
  either(code`${x} === ${y}`, code`$.same(${x}, ${y})`);

export const truthy = (x: Code): Code => either(x, code`$.truthy(${x})`);

export const and = (x: Code, y: Code): Code =>
  either(code`(${x} && ${y})`, code`$.and(${x}, () => ${y})`);

export const or = (x: Code, y: Code): Code =>
  either(code`(${x} || ${y})`, code`$.or(${x}, () => ${y})`);

/** `x op= e` of a variable. */
export const updated = (x: string, op: Operator, value: Code): Code =>
  either(code`${x} ${op}= ${value}`, code`${x} = $.${rows[op]}(${x}, ${value})`);

/** `x++` and `x--` of a variable. */
export const counted = (x: string, op: '+' | '-'): Code =>
  either(`${x}${op}${op}`, `((old) => (${x} = $.${rows[op]}(old, 1), old))($.number(${x}))`);

/** A member: what holds it, and its key as an expression. */
export interface Member {
  readonly holder: Code;
  readonly key: Code;
  /** As it stands in the source. */
  readonly text: Code;
}

export const stored = ({ holder, key, text }: Member, value: Code): Code =>
  either(code`${text} = ${value}`, code`$.store(${holder}, ${key}, ${value})`);

export const updatedMember = ({ holder, key, text }: Member, op: Operator, value: Code): Code =>
  either(
    code`${text} ${op}= ${value}`,
    code`$.update(${holder}, ${key}, $.${rows[op]}, () => ${value})`,
  );

export const countedMember = ({ holder, key, text }: Member, op: '+' | '-'): Code =>
  either(code`${text}${op}${op}`, code`$.count(${holder}, ${key}, $.${rows[op]})`);
