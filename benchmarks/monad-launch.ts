/** One launch of a program of the monad: `node monad-launch.js <name> <milliseconds>` prints a MonadLaunch. */
import { grad, type Real } from 'delta-tape';
import { grad as monadicGrad } from 'delta-tape/monad';
import { chain } from './chain.js';
import { monadCases, type MonadLaunch } from './monad-cases.js';
import { timeInTurns } from './timing.js';

const [, , name, milliseconds] = process.argv;
const found = monadCases.find((one) => one.name === name);
if (found === undefined) throw new Error(`there is no program called ${name}`);
const { program, steps } = found;

const { library } = chain(steps);
const engine = grad((x: Real): Real => library([x]));
const monad = monadicGrad(program);
if (monad(0.7) !== engine(0.7)) throw new Error(`${name}: the monad and the engine differ`);

const [ofEngine, ofMonad] = timeInTurns(
  [() => engine(0.7), () => monad(0.7)],
  Number(milliseconds),
);
const launch: MonadLaunch = { engine: ofEngine, monad: ofMonad };
console.log(JSON.stringify(launch));
