/**
 * Gives every function of a module its derivative version. Each function is translated alone (Krawiec et al.,
 * §7.5). The original stays as it is, behind an entry guard. version-places.ts puts the versions in their places.
 */
import type { Facts } from '../front/facts.js';
import {
  isFunction,
  type FunctionNode,
  type Node,
  type NodePath,
  type types,
  type Types,
} from '../front/syntax.js';
import type { Attachments } from './attachments.js';
import type { GeneralTranslator } from './expressions.js';
import { bodyOf, onlyVersion, paramsOf } from './functions.js';
import type { EntryGuards } from './entry-guards.js';
import type { NumericVersions } from './numeric-versions.js';
import type { SmallCode } from './small-code.js';
import type { VersionPlaces } from './version-places.js';
import type { RecordingTranslator } from './recording/recording-translator.js';

export class Versions {
  /** Functions with a version that is not attached, so that the library does not know of it. */
  readonly unattached = new Set<Node>();

  constructor(
    private readonly t: Types,
    private readonly facts: Facts,
    private readonly translator: GeneralTranslator,
    private readonly recorder: RecordingTranslator,
    private readonly guards: EntryGuards,
    private readonly attachments: Attachments,
    private readonly numeric: NumericVersions,
    private readonly places: VersionPlaces,
    private readonly small: SmallCode,
  ) {}

  /** Adds the version of a function with its guard, innermost functions last. Whether there is one. */
  addVersion(path: NodePath<FunctionNode>): boolean {
    const { node } = path;
    if (!this.facts.isCopied(node)) return this.translateItself(path);
    const uses = this.facts.uses.get(node)!;
    const before = this.translator.changes;
    const version = this.translator.t.cloneNode(node, false);
    version.params = paramsOf(this.translator, node.params);
    version.body = bodyOf(this.translator, node);
    if (this.translator.changes === before) return false;
    const recording = this.recorder.version(node);
    this.pending.push(() => {
      this.unattached.add(node);
      const names = this.places.put(path, uses, version, recording);
      if (names !== null) this.attach(path, names);
    });
    return true;
  }

  /**
   * A function that holds so much in other functions that copies would have no end. It has one version, the
   * derivative one, and the functions inside have theirs.
   */
  private translateItself(path: NodePath<FunctionNode>): boolean {
    const { node } = path;
    const before = this.translator.changes;
    const { params, body } = this.withInnerFunctions(() => onlyVersion(this.translator, node));
    if (this.translator.changes === before) return false;
    this.pending.push(() => {
      Object.assign(node, { params, body });
      this.unattached.add(node);
      this.attach(path, []);
    });
    return true;
  }

  private withInnerFunctions<T>(make: () => T): T {
    const innerFunction = (f: FunctionNode) => {
      // The key is code of what is around.
      if ((f.type === 'ObjectMethod' || f.type === 'ClassMethod') && f.computed) {
        const key = this.translator.name(f.key);
        this.pending.push(() => (f.key = key));
      }
      return f;
    };
    return this.translator.withInnerFunctions(innerFunction, make);
  }

  /**
   * Adds the version of a field's initial value. No function asks for it, so the value chooses between both
   * versions.
   */
  addFieldVersion({ node }: NodePath<types.ClassProperty | types.ClassPrivateProperty>): void {
    const { value } = node;
    if (value == null || isFunction(value)) return;
    const before = this.translator.changes;
    const translated = () => this.translator.enclosed(() => this.translator.of(value));
    const isCopied = this.facts.isCopied(node);
    const version = isCopied ? translated() : this.withInnerFunctions(translated);
    if (this.translator.changes === before) return;
    if (!isCopied) {
      this.pending.push(() => (node.value = version));
      return;
    }
    this.pending.push(
      () => (node.value = this.t.conditionalExpression(this.guards.isOn(), version, node.value!)),
    );
  }

  /** The changes of functions, which are made after all versions: versions are made from the unchanged module. */
  private readonly pending: (() => void)[] = [];

  finish(): void {
    for (const place of this.pending) place();
    this.attachments.put(this.facts.program);
  }

  /** Attaches the versions of a function as soon as the function exists. */
  private attach(path: NodePath<FunctionNode>, versions: readonly types.Identifier[]): void {
    if (this.small.isHidden(path)) return;
    const isAttached =
      (versions.length === 1 && this.numeric.takes(path.node, versions[0])) ||
      this.attachments.add(path, versions);
    if (isAttached) this.unattached.delete(path.node);
  }
}
