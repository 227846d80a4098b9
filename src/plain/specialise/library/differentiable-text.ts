/** Functions of this library as JavaScript: those that take lists, and derivative operators. */
export const listFunctions = `
function sumOf() { let total = 0; for (let i = 0; i < this.length; i++) total = total + $real(this[i]); return total; }
function greatestOf() { let most = -Infinity; for (let i = 0; i < this.length; i++) most = i < 1 ? $real(this[i]) : Math.max(most, $real(this[i])); return most; }
function leastOf() { let less = Infinity; for (let i = 0; i < this.length; i++) less = i < 1 ? $real(this[i]) : Math.min(less, $real(this[i])); return less; }
function logSumExpOf() {
  let top = -Infinity; for (let i = 0; i < this.length; i++) top = Math.max(top, $primal(this[i]));
  if (!(Math.abs(top) < Infinity)) throw 0;
  let first = -1; for (let i = 0; i < this.length; i++) if (first < 0 && $primal(this[i]) === top) first = i;
  const highest = this[first];
  let rest = 0; for (let i = 0; i < this.length; i++) if (i !== first) rest = rest + Math.exp(this[i] - highest);
  return highest + Math.log1p(rest);
}
function withoutGradients() {
  const n = this.length; if (n === 0) throw 0;
  if ($isTyped(this)) { const out = $like(this, n); for (let i = 0; i < n; i++) out[i] = $stopped(this[i]); return out; }
  const out = []; for (let i = 0; i < n; i++) out.push($stopped(this[i])); return out;
}
`;

/** An operator gives a function, as a run has it; natives differentiate (calls/inner-derivatives.ts). */
export const derivativeOperators = `
function grad(f, o) { const by = { ...o }; return (...args) => $gradientAt(f, by, args).gradient; }
function valueAndGrad(f, o) { const by = { ...o }; return (...args) => $gradientAt(f, by, args); }
function derivative(f, o) { const by = { ...o }; return (x) => $tangentAt(f, by, [x], 1).tangent; }
function jvp(f, o) { const by = { ...o }; return (args, tangents) => $tangentAt(f, by, args, tangents, true); }
function hvp(f, o) { const by = { ...o }; const g = grad(f, by); return (x, v, ...others) => $tangentAt(g, by, [x, ...others], v).tangent; }
function vjp(f, o) { const by = { ...o }; return (...args) => $pullbackAt(f, by, args); }
function linearize(f, o) { const by = { ...o }; return (...args) => $pushforwardAt(f, by, args); }
function jacobian(f, o) { const by = { ...o }; return (...args) => $jacobianAt(f, by, args, false); }
function hessian(f, o) { const by = { ...o }; const g = grad(f, by); return (...args) => $jacobianAt(g, by, args, true); }
`;
