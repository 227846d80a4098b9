/**
 * The translation as a Babel plugin: every function of a module gets a derivative version. The plugin reads the
 * module as it was written, before other plugins change it.
 */
import type { NodePath, PluginObject } from '@babel/core';
import { GeneralTranslator } from './general/expressions.js';
import { attachArguments, givenFunctions } from './general/library-calls.js';
import { AddedNames } from './general/added-names.js';
import { floatParameters, indexParameters } from './general/recording/guarded-parameters.js';
import { AttachedCores } from './general/attached-cores.js';
import { CallsInRuns } from './general/calls-in-runs.js';
import { Attachments } from './general/attachments.js';
import { tellPrivateFields } from './general/settled-fields.js';
import { refuse } from './general/refusals.js';
import { RecordingTranslator } from './general/recording/recording-translator.js';
import { OutlivingVariables } from './general/outliving-variables.js';
import { EntryGuards } from './general/entry-guards.js';
import { OriginalPlaces } from './general/original-places.js';
import { VersionPlaces } from './general/version-places.js';
import { Versions } from './general/versions.js';
import { collect, type Facts } from './front/facts.js';
import { Inference } from './front/inference.js';
import { passiveResults } from './front/passive-results.js';
import { TablePartials } from './front/table-partials.js';
import { isFunction, type FunctionNode, type types, type Types } from './front/syntax.js';
import { isTranslated } from './already-translated.js';
import {
  access,
  byKind,
  compilerModule,
  derivativesOfArrays,
  fetching,
  loading,
  stamp,
  type WayOfCompiler,
} from './runtime-access.js';

interface PluginOptions {
  /**
   * The way in which translated code gets the functions of the runtime: by an import, by a require, or
   * as free names.
   */
  readonly runtime?: 'import' | 'require' | 'free';
  /**
   * True if code is to be small, and a minifier may follow: functions have general versions and their core alone.
   */
  readonly isSmall?: boolean;
  /**
   * True if functions keep the texts that were written, for programs that ask for them. The code has
   * the text of the module, too.
   */
  readonly keepsTexts?: boolean;
  /** True if functions say what their core is. */
  readonly attachesCore?: boolean;
  /** True if modules import the compiler: at once, or when runs have taken as long as that is worth. */
  readonly compiler?: WayOfCompiler | undefined;
}

interface Host {
  readonly types: Types;
  parseSync(code: string, options: object): types.File | null;
}

/** The names that a translated module uses, each with the export of the runtime that it stands for. */
export interface Translated {
  readonly names: Readonly<Record<string, string>>;
}

const directiveOf = (node: {
  readonly directives?: types.Directive[] | null;
}): boolean | undefined => {
  const texts = (node.directives ?? []).map(({ value }) => value.value);
  if (texts.includes('use no grad')) return false;
  return texts.includes('use grad') ? true : undefined;
};

/** Jest moves the factory of a mock above all imports, and lets it use nothing that is imported. */
const isMock = ({ parentPath, key }: NodePath): boolean =>
  key === 1 && parentPath?.isCallExpression() === true
    ? parentPath.get('callee').matchesPattern('jest.mock')
    : false;

/**
 * Functions that stay as they are: a directive of their own, of a function around them or of the module excludes
 * them, or they are factories of mocks.
 */
function leftAlone(
  program: types.Program,
  functions: readonly NodePath<FunctionNode>[],
): (f: FunctionNode) => boolean {
  const ofModule = directiveOf(program) ?? true;
  const wanted = new Map<types.Node, boolean>();
  for (const path of functions) {
    const { node } = path;
    const own = node.body.type === 'BlockStatement' ? directiveOf(node.body) : undefined;
    const around = path.findParent((outer) => wanted.has(outer.node));
    wanted.set(node, own ?? (!isMock(path) && (around ? wanted.get(around.node)! : ofModule)));
  }
  return (f) => wanted.get(f) === false;
}

function translate(
  t: Types,
  program: NodePath<types.Program>,
  { runtime, isSmall = false, attachesCore = false, compiler }: PluginOptions,
  originals: OriginalPlaces | null,
  tablePartials: TablePartials,
): Translated {
  const facts = collect(program);
  const names = new AddedNames(t, facts.names, declaredIn(facts));
  const isLeftAlone = leftAlone(program.node, facts.functions);
  const inference = new Inference(facts);
  const indices = indexParameters(t, inference);
  const assuming = new Inference(facts, {
    numbers: new Set([...indices.values()].flat()),
    otherwise: inference,
    passive: passiveResults(inference),
  });
  const isExcluded = (f: FunctionNode) => isLeftAlone(f) || hasEval(facts, f);
  const outliving = new OutlivingVariables(t, inference, names);
  const cores =
    attachesCore && !facts.isDeep
      ? new AttachedCores(t, facts, names, program.node, isExcluded, isSmall)
      : null;
  const recorder = new RecordingTranslator(
    t,
    assuming,
    names,
    tablePartials,
    indices,
    isExcluded,
    outliving,
  );
  const translator = new GeneralTranslator(t, inference, names, isExcluded, outliving);
  const isWanted = (path: NodePath) => {
    const f = path.findParent(({ node }) => isFunction(node))?.node as FunctionNode | undefined;
    return f === undefined ? directiveOf(program.node) !== false : !isExcluded(f);
  };
  const guards = new EntryGuards(
    t,
    names,
    (f) => indices.get(f)!.map(({ identifier }) => identifier.name),
    (f) => floatParameters(assuming, f),
  );
  const attachments = new Attachments(t, names);
  const calls = new CallsInRuns(t, isSmall ? null : cores);
  const places = new VersionPlaces(t, names, translator, guards, calls);
  const versions = new Versions(
    t,
    facts,
    translator,
    recorder,
    guards,
    attachments,
    places,
    isSmall,
  );
  const given = givenFunctions(facts, isWanted);
  const functions = facts.functions.filter(({ node }) => !isExcluded(node));
  if (isSmall) for (const path of functions) recorder.leftOut.add(path.node);
  const refused: NodePath<FunctionNode>[] = [];
  program.traverse({
    Function(path) {
      const { node } = path;
      if (!isFunction(node) || isLeftAlone(node)) return;
      if (hasEval(facts, node)) {
        refused.push(path);
        return;
      }
      versions.addVersion(path);
    },
    ClassProperty(path) {
      if (isWanted(path)) versions.addFieldVersion(path);
    },
    ClassPrivateProperty(path) {
      if (isWanted(path)) versions.addFieldVersion(path);
    },
  });
  versions.finish();
  const isUnattached = (f: types.Node) => versions.unattached.has(f);
  attachArguments(t, given, names, isUnattached);
  for (const path of refused) refuse(t, names, path);
  tellPrivateFields(t, names, [program.node, ...places.appended]);
  const told = cores?.put(places.appended) ?? null;
  const text = names.imported.size > 0 ? originals?.remembered(names) : undefined;
  if (text !== undefined) program.node.body.unshift(text);
  if (runtime !== 'free' && names.imported.size > 0) {
    names.runtime('translatedBy');
    if (compiler === 'later') names.runtime('compilerBy');
  }
  const used = [...names.imported].sort();
  if (used.length > 0) {
    if (told !== null) program.node.body.unshift(told);
    if (names.columns.size > 0) program.node.body.unshift(names.holdColumns());
    // Names that are left free are given by this very version.
    if (runtime !== 'free') {
      const how = runtime ?? byKind(program.node);
      if (compiler === 'later') program.node.body.unshift(fetching(t, names));
      program.node.body.unshift(access(t, names, used, how), stamp(t, names));
      if (compiler === 'at once') program.node.body.unshift(loading(t, how, compilerModule));
      if (facts.arrays.plain) program.node.body.unshift(loading(t, how, derivativesOfArrays));
    }
    program.node.body.push(...outliving.declarations(), ...places.appended);
    originals?.mark(program.node);
    program.scope.crawl();
  }
  return { names: Object.fromEntries(used.map((name) => [names.localOf(name), name])) };
}

/** Code that `eval` may reach cannot be known, and stays as it is. */
const hasEval = (facts: Facts, f: FunctionNode): boolean => facts.uses.get(f)?.eval ?? true;

const declaredIn = ({ bindings }: Facts): Set<string> =>
  new Set([...bindings.values()].flatMap((binding) => binding?.identifier.name ?? []));

export default function plugin(api: Host, options: PluginOptions = {}): PluginObject {
  const parse = (text: string) => {
    const [statement] = api.parseSync(text, { babelrc: false, configFile: false })!.program.body;
    return (statement as types.ExpressionStatement).expression;
  };
  const tablePartials = new TablePartials(parse);
  return {
    name: 'delta-tape',
    visitor: {
      Program(path, state) {
        if (options.runtime !== 'free' && isTranslated(api.types, path.node)) return;
        const originals = options.keepsTexts
          ? new OriginalPlaces(api.types, path.node, state.file.code)
          : null;
        const translated = translate(api.types, path, options, originals, tablePartials);
        (state.file.metadata as { deltaTape?: Translated }).deltaTape = translated;
      },
    },
  };
}
