/**
 * The translation as a Babel plugin: every function of a module gets a derivative version. The plugin reads the
 * module as it was written, before other plugins change it.
 */
import type { NodePath, PluginObject } from '@babel/core';
import { GeneralTranslator } from './general/expressions.js';
import { HandedOut } from './general/handed-out.js';
import { attachArguments, givenFunctions } from './general/library-calls.js';
import { AddedNames } from './general/added-names.js';
import { floatParameters, indexParameters } from './general/recording/guarded-parameters.js';
import { AttachedCores } from './general/attached-cores.js';
import { Attachments } from './general/attachments.js';
import { NumericVersions } from './general/numeric-versions.js';
import { tellPrivateFields } from './general/settled-fields.js';
import { refuse } from './general/refusals.js';
import { recordedVariables } from './general/recording/recordable.js';
import { RecordingTranslator } from './general/recording/recording-translator.js';
import { OutlivingVariables } from './general/outliving-variables.js';
import { EntryGuards } from './general/entry-guards.js';
import { Reached } from './general/reached.js';
import { OriginalPlaces } from './general/original-places.js';
import { SmallCode } from './general/small-code.js';
import { VersionPlaces } from './general/version-places.js';
import { Versions } from './general/versions.js';
import { collect, type Facts } from './front/facts.js';
import { Inference } from './front/inference.js';
import { passiveResults } from './front/passive-results.js';
import { TablePartials } from './front/table-partials.js';
import { handingOutOf, placeOf, type Host, type Place } from './general/modules-around.js';
import { joined } from './joined/joined-program.js';
import type { ReadModule } from './joined/read-modules.js';
import { isFunction, type FunctionNode, type types, type Types } from './front/syntax.js';
import { isTranslated } from './already-translated.js';
import { access, byKind, loading, stamp } from './runtime-access.js';

interface PluginOptions {
  /**
   * The way in which translated code gets the functions of the runtime: by an import, by a require, or
   * as free names.
   */
  readonly runtime?: 'import' | 'require' | 'free';
  /**
   * True if code is to be small: functions have no recording versions then. Where compiled code does
   * not answer, the general versions do, which take up to twice the time.
   */
  readonly isSmall?: boolean;
  /**
   * True if functions keep the texts that were written, for programs that ask for them. The code has
   * the text of the module, too.
   */
  readonly keepsTexts?: boolean;
  /** True if functions say what their core is. */
  readonly attachesCore?: boolean;
  /** The functions of which derivatives are taken elsewhere, in small code; all that are exported, if it is left out. */
  readonly gradients?: readonly string[] | undefined;
  /** Gives the modules that a file imports, if they are translated by this plugin, too. */
  readonly modules?: ReadModule | undefined;
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
  { runtime, isSmall = false, attachesCore = false, gradients }: PluginOptions,
  originals: OriginalPlaces | null,
  tablePartials: TablePartials,
  place: Place | null,
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
  const handOut =
    place === null ? undefined : handingOutOf(t, program, facts, names, place, isSmall);
  const isExcluded = (f: FunctionNode) => isLeftAlone(f) || hasEval(facts, f);
  const outliving = new OutlivingVariables(t, inference, names);
  const cores =
    attachesCore && !facts.isDeep
      ? new AttachedCores(t, facts, names, program.node, isExcluded)
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
  const isFree = runtime === 'free';
  const around =
    place === null
      ? () => null
      : () => joined(place.file, place.filename, place.text, place.read, place.babel);
  const numeric = new NumericVersions(t, facts, names, attachments, {
    isFree,
    isSmall,
    isRecorded: (f) => !isSmall && recordedVariables(t, assuming, f) !== null,
    reached: new Reached(facts, isSmall, gradients),
    joined: around,
  });
  const small = new SmallCode(numeric, isSmall);
  const places = new VersionPlaces(t, names, translator, guards, numeric, small);
  const versions = new Versions(
    t,
    facts,
    translator,
    recorder,
    guards,
    attachments,
    numeric,
    places,
    small,
  );
  for (const name of gradients ?? [])
    if (program.scope.getBinding(name) === undefined)
      throw program.buildCodeFrameError(
        `the option gradients names ${name}, which this file has not`,
      );
  const given = givenFunctions(facts, isWanted);
  for (const { f, bound } of given) {
    const written = bound?.method ?? (f as FunctionNode);
    if (!isExcluded(written)) numeric.prepare(written, f, bound);
  }
  for (const { f, scope, place, isOfArrays } of given)
    if (isOfArrays)
      translator.givenToArrays.set(place.expression, (version) =>
        numeric.aroundArgument(f, version, scope),
      );
  const functions = facts.functions.filter(({ node }) => !isExcluded(node));
  numeric.find(functions);
  const handedOut = new HandedOut(t, facts, isExcluded);
  handedOut.functions.forEach((f) => numeric.prepare(f));
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
      numeric.add(path, versions.addVersion(path));
    },
    ClassProperty(path) {
      if (isWanted(path)) versions.addFieldVersion(path);
    },
    ClassPrivateProperty(path) {
      if (isWanted(path)) versions.addFieldVersion(path);
    },
  });
  numeric.explainOthers();
  versions.finish();
  const isUnattached = (f: types.Node) => versions.unattached.has(f);
  attachArguments(t, given, names, isUnattached, numeric.aroundArgument);
  handedOut.replace(program.node, numeric.aroundArgument);
  numeric.classes.finish();
  for (const path of refused) refuse(t, names, path);
  handOut?.();
  tellPrivateFields(t, names, [program.node, ...places.appended]);
  const told = cores?.put(places.appended) ?? null;
  const text = names.imported.size > 0 ? originals?.remembered(names) : undefined;
  if (text !== undefined) program.node.body.unshift(text);
  if (runtime !== 'free' && names.imported.size > 0) names.runtime('translatedBy');
  const used = [...names.imported].sort();
  if (used.length > 0) {
    if (told !== null) program.node.body.unshift(told);
    program.node.body.unshift(...names.holdVariables());
    if (names.columns.size > 0) program.node.body.unshift(names.holdColumns());
    // Names that are left free are given by this very version.
    if (runtime !== 'free') {
      const how = runtime ?? byKind(program.node);
      program.node.body.unshift(access(t, names, used, how), stamp(t, names));
      if (facts.arrays.plain) program.node.body.unshift(loading(t, how));
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
        const place = placeOf(api, options.modules, state);
        const originals = options.keepsTexts
          ? new OriginalPlaces(api.types, path.node, state.file.code)
          : null;
        const translated = translate(api.types, path, options, originals, tablePartials, place);
        (state.file.metadata as { deltaTape?: Translated }).deltaTape = translated;
      },
    },
  };
}
