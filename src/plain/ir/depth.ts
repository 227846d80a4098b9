import { allOf, regionsOf, type Func, type Region } from './ir.js';

/** True if regions are nested more deeply than this. */
export const isDeeper = (f: Func, depth: number): boolean =>
  allOf(f).some(({ region }) => isDeeperRegion(region, depth));

const isDeeperRegion = ({ body }: Region, depth: number): boolean =>
  depth < 0 ||
  body.some((stmt) => regionsOf(stmt).some((inner) => isDeeperRegion(inner, depth - 1)));
