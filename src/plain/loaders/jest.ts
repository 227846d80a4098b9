/**
 * The transformer for Jest. It translates a file, and then has another transformer do the rest. If none is
 * named, it makes CommonJS itself. Files that mention `jest` then go through babel-jest, which comes with Jest:
 * calls of `jest.mock` have to move above the imports.
 */
import { createHash } from 'node:crypto';
import type { ReadModule } from '../joined/read-modules.js';
import { onLargeStack } from '../large-stack.js';
import { compileFile, stateOfCompiler } from './compiled-file.js';
import { libraryState } from './library-state.js';
import { isMapMissing } from './source-maps.js';
import { programModules, textsAround } from './program-modules.js';
import type { Selection } from './options.js';
import { directivesOf, selectorIn, type Selects } from './selection.js';
import { isTypeScript } from './treatment.js';
import {
  transformed,
  nextTransformer,
  type Named,
  type Next,
  type Request,
  type Transformed,
  type Transformer,
} from './jest-transformers.js';

export interface JestOptions extends Selection {
  /** The transformer that gets the translation, by its name or as in Jest's own option. */
  readonly then?: Named;
}

const babel: Named = ['babel-jest', { babelrc: false, configFile: false }];

/** Imports and exports that TypeScript has only where modules become CommonJS. */
const commonjsOfTypeScript = /^\s*(?:export\s*=|(?:export\s+)?import\s+[\w$]+\s*=\s*require\b)/m;

type Given = Parameters<Transformer['process']>;

/** The plan for a file: whether it is translated, and which transformers see it. */
interface Plan {
  readonly translated: boolean;
  readonly following: Next | undefined;
  /** The transformer that gets the file as it was written. */
  readonly seeing: Transformer | undefined;
}

function createTransformer({ then, ...selection }: JestOptions = {}): Required<Transformer> {
  const known = new Map<Named, Next>();
  let selects: Selects | undefined;
  const nextIn = (folder: string, named: Named) => {
    const next = known.get(named) ?? nextTransformer(named, folder);
    known.set(named, next);
    return next;
  };
  const isSelected = (code: string, file: string, folder: string) => {
    selects ??= selectorIn(folder, selection);
    return selects(file, directivesOf(code));
  };

  let modules: ReadModule | undefined;
  const modulesBy = (folder: string) =>
    (modules ??= programModules((file, code) => isSelected(code, file, folder)).read);

  function planFor(code: string, file: string, { config: { rootDir } }: Request): Plan {
    const translated = isSelected(code, file, rootDir);
    const next = then === undefined ? undefined : nextIn(rootDir, then);
    const following = next?.takes(file) ? next : undefined;
    const isSeen = !translated || following?.isChecking === true;
    return { translated, following, seeing: isSeen ? following?.written : undefined };
  }

  function made({ translated, following }: Plan, ...given: Given): Transformed {
    const [code, file, request] = given;
    const isLast = following === undefined || commonjsOfTypeScript.test(code);
    const commonjs = isLast && !request.supportsStaticESM;
    const ignoresMap = isMapMissing(file, code);
    const isFollowed = following !== undefined;
    const steps = {
      ...{ translated, commonjs, ignoresMap, isFollowed },
      ...{ keepsTexts: true, attachesCore: true },
    };
    const around = modulesBy(request.config.rootDir);
    const result = compileFile(code, { filename: file, modules: around }, steps);
    if (following === undefined && !/\bjest\b/.test(code)) return result;
    const named = following === undefined ? babel : then!;
    const process: typeof transformed = (_, ...translation) =>
      nextIn(request.config.rootDir, named).processTranslation(...translation);
    return onLargeStack('transform', process, named, result, file, request);
  }

  return {
    process(...given) {
      const plan = planFor(...given);
      const seen = plan.seeing?.process(...given);
      return seen === undefined || plan.translated ? made(plan, ...given) : seen;
    },
    // ts-jest reports the problems of ES modules only here.
    async processAsync(...given) {
      const plan = planFor(...given);
      const { seeing } = plan;
      const seen = await (seeing?.processAsync?.(...given) ?? seeing?.process(...given));
      return seen === undefined || plan.translated ? made(plan, ...given) : seen;
    },
    getCacheKey(...given) {
      const [code, file, request] = given;
      const { configString, instrument, supportsStaticESM } = request;
      const plan = planFor(...given);
      const below = plan.following?.written.getCacheKey?.(...given);
      const settings = [configString, instrument, supportsStaticESM];
      const around = plan.translated
        ? textsAround(file, code, modulesBy(request.config.rootDir))
        : [];
      const compiler = isTypeScript(file) ? stateOfCompiler(file) : undefined;
      const parts = [libraryState(), code, file, ...settings, below, compiler, ...around];
      return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
    },
  };
}

export default { createTransformer };
