/** A function of a `Float64Array` in the numeric tier, beside its source and the version that records. */
import { grad } from 'delta-tape';
import { adjoint, compiled, funcOf, improved, interpret, partials, verify } from './numeric.js';
import { load } from './plain.js';
import { withoutCompiled } from './tiers.js';

type F = (x: Float64Array) => number;

/** Lists what the numeric tier gets wrong of a function f at a point; empty if nothing. */
export function disagreements(text: string, at: readonly number[]): string[] {
  const wrong: string[] = [];
  const own = load<{ f: F }>(`${text}\nexports.f = f;`).f;
  const point = () => Float64Array.from(at);
  const value = own(point());
  const plain = funcOf(text);
  const f = improved(plain);
  const expect = (what: string, found: unknown) => {
    if (!Object.is(found, value)) wrong.push(`${what}: ${String(found)}, not ${value}`);
  };
  for (const g of [plain, f]) {
    wrong.push(...verify(g));
    expect('interpreted', interpret(g, [point()])[0]);
    expect('emitted', compiled(g)(point()));
  }
  const recorded = [...withoutCompiled(() => grad(own)(point()))];
  const size = Math.max(1, ...recorded.map(Math.abs));
  for (const asksForZeros of [true, false]) {
    const made = adjoint(f, f.region.params, { partials, asksForZeros });
    if (made.tag === 'refused') return [...wrong, made.why];
    for (const g of [made.func, improved(made.func)]) {
      wrong.push(...verify(g));
      const [one, other] = [new Float64Array(at.length), new Float64Array(at.length)];
      expect('adjoint interpreted', [interpret(g, [point(), one])[0]].flat()[0]);
      expect('adjoint emitted', [compiled(g)(point(), other)].flat()[0]);
      for (const found of [one, other])
        if (!found.every((slope, k) => Math.abs(slope - recorded[k]) <= 1e-10 * size))
          wrong.push(`slopes: ${found.join()}, not ${recorded.join()}`);
    }
  }
  return wrong;
}
