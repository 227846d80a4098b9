import { fit, text } from '../src/fit.ts';

export default function Page() {
  return (
    <output>{text(fit([0, 1, 2, 3, 4].map((time) => [time, 2 * Math.exp(-time / 2)])))}</output>
  );
}
