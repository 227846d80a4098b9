/**
 * Eight schools (Rubin, 1981): how much a coaching helped in each, with standard errors. The schools differ by an unknown
 * deviation tau around an unknown mean mu. Both densities are the same model, in other parameters.
 */
import { halfCauchyLogDensity, normalLogDensity, positive } from 'delta-tape/learn/inference';

export interface Schools {
  readonly effects: readonly number[];
  readonly errors: readonly number[];
}

export const schools: Schools = {
  effects: [28, 8, -3, 7, -1, 1, 18, 12],
  errors: [15, 10, 16, 11, 9, 11, 10, 18],
};

export type Centered = { mu: number; tau: number; theta: number[] };
export type NonCentered = { mu: number; tau: number; z: number[] };

const prior = (mu: number, tau: number) =>
  normalLogDensity(mu, 0, 5) + halfCauchyLogDensity(tau, 5);

/** theta are the effects of the schools. Where tau is small, they leave each other no room: a funnel. */
export const centered = ({ mu, tau, theta }: Centered, { effects, errors }: Schools): number =>
  theta.reduce(
    (total, t, k) =>
      total + normalLogDensity(t, mu, tau) + normalLogDensity(effects[k], t, errors[k]),
    prior(mu, tau),
  );

/** z tell by how many tau a school is off the mean, and do not depend on tau before the data are seen. */
export const nonCentered = ({ mu, tau, z }: NonCentered, { effects, errors }: Schools): number =>
  z.reduce(
    (total, x, k) =>
      total + normalLogDensity(x, 0, 1) + normalLogDensity(effects[k], mu + tau * x, errors[k]),
    prior(mu, tau),
  );

/** The same of the schools as they are. */
export const centeredAtSchools = (params: Centered): number => centered(params, schools);
export const nonCenteredAtSchools = (params: NonCentered): number => nonCentered(params, schools);

const zeros = () => schools.effects.map(() => 0);
export const centeredStart = (): Centered => ({ mu: 0, tau: 1, theta: zeros() });
export const nonCenteredStart = (): NonCentered => ({ mu: 0, tau: 1, z: zeros() });

export const constraints = { tau: positive };

/** The quantities of interest, in the parameters of the non-centered form. */
export const quantities = ({ mu, tau, z }: NonCentered) => ({
  mu,
  tau,
  theta: z.map((x) => mu + tau * x),
});
