/** Survival: the likelihood of Weibull lifetimes that are partly censored, with covariates. */
interface Patient {
  time: number;
  died: boolean;
  age: number;
  dose: number;
  group: 'control' | 'treated';
}
interface Params {
  shape: number;
  scale: number;
  age: number;
  dose: number;
  treated: number;
}
const linear = (p: Params, { age, dose, group }: Patient): number =>
  p.age * (age - 50) + p.dose * dose + (group === 'treated' ? p.treated : 0);

function logLikelihood(p: Params, patient: Patient): number {
  const lambda = p.scale * Math.exp(-linear(p, patient) / p.shape);
  const z = patient.time / lambda;
  const logSurvival = -Math.pow(z, p.shape);
  if (!patient.died) return logSurvival;
  return logSurvival + Math.log(p.shape / lambda) + (p.shape - 1) * Math.log(z);
}
export function f(params: Params, patients: Patient[]): number {
  let total = 0;
  for (const patient of patients) total += logLikelihood(params, patient);
  return -total;
}
export const inputs = (): Parameters<typeof f> => [
  { shape: 1.4, scale: 6, age: 0.02, dose: -0.3, treated: -0.5 },
  Array.from({ length: 60 }, (_, i) => ({
    time: 1 + 5 * Math.abs(Math.sin(i)),
    died: i % 3 !== 0,
    age: 40 + (i % 30),
    dose: (i % 4) / 2,
    group: i % 2 ? ('treated' as const) : ('control' as const),
  })),
];
