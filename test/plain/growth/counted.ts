/**
 * Modules that count what they do: their functions and loops, each time they are run through, and elements that
 * are gone through by what has no such code, as spreads and `indexOf`. It is the same count each time.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { NodePath, PluginObject, types as Syntax } from '@babel/core';
import {
  modulesCommonjs,
  transformSync,
  types as t,
  typescript,
} from '../../../src/vendor/babel.js';

/** Methods of arrays that go through elements without calling anything. */
const silent = new Set([
  ...['indexOf', 'lastIndexOf', 'includes', 'slice', 'splice', 'shift', 'unshift', 'concat'],
  ...['join', 'reverse', 'fill', 'flat', 'sort'],
]);

const COUNTER = '$count';

interface Count {
  (): void;
  /** A collection that is gone through. */
  through: <T>(items: T) => T;
}

/** Puts the counting into a module. */
function counting(): PluginObject {
  const count = () => t.callExpression(t.identifier(COUNTER), []);
  const through = (items: Syntax.Expression) =>
    t.callExpression(t.memberExpression(t.identifier(COUNTER), t.identifier('through')), [items]);
  return {
    visitor: {
      Function: {
        exit({ node }: NodePath<Syntax.Function>) {
          const { body } = node;
          if (body.type === 'BlockStatement') body.body.unshift(t.expressionStatement(count()));
          else node.body = t.sequenceExpression([count(), body]);
        },
      },
      Loop: {
        exit({ node }: NodePath<Syntax.Loop>) {
          node.body = t.blockStatement([t.expressionStatement(count()), node.body]);
        },
      },
      SpreadElement: {
        exit({ node }: NodePath<Syntax.SpreadElement>) {
          node.argument = through(node.argument);
        },
      },
      NewExpression: {
        exit({ node }: NodePath<Syntax.NewExpression>) {
          const [first] = node.arguments;
          const isCollection = t.isIdentifier(node.callee) && /^(Set|Map)$/.test(node.callee.name);
          if (isCollection && t.isExpression(first)) node.arguments[0] = through(first);
        },
      },
      CallExpression: {
        exit({ node: { callee } }: NodePath<Syntax.CallExpression>) {
          const isSilent =
            callee.type === 'MemberExpression' &&
            t.isIdentifier(callee.property) &&
            silent.has(callee.property.name);
          if (isSilent) callee.object = through(callee.object as Syntax.Expression);
        },
      },
    },
  };
}

export class CountedModules {
  private count = 0;
  private readonly loaded = new Map<string, object>();
  private readonly counter: Count;

  /** @param isCounted which files count; others are loaded as usual */
  constructor(private readonly isCounted: (path: string) => boolean) {
    const through = <T>(items: T): T => {
      const { length, size } = (items ?? {}) as {
        readonly length?: number;
        readonly size?: number;
      };
      this.count += length ?? size ?? 0;
      return items;
    };
    this.counter = Object.assign(() => void this.count++, { through });
  }

  /** Counts the work of `work` in these modules. */
  of(work: () => void): number {
    this.count = 0;
    work();
    return this.count;
  }

  load(path: string): object {
    if (!this.isCounted(path)) return jest.requireActual(path.replace(/\.ts$/, '.js'));
    let exports = this.loaded.get(path);
    if (exports !== undefined) return exports;
    this.loaded.set(path, (exports = {}));
    const { code } = transformSync(readFileSync(path, 'utf8'), {
      filename: path,
      configFile: false,
      babelrc: false,
      plugins: [counting, [typescript, { onlyRemoveTypeImports: true }], modulesCommonjs],
    })!;
    const required = (name: string): object =>
      name.startsWith('.')
        ? this.load(resolve(join(path, '..'), name.replace(/\.js$/, '.ts')))
        : jest.requireActual(name);
    const text = `(function (exports, require, ${COUNTER}) {${code}\n})`;
    const run = (0, eval)(text) as (...args: object[]) => void;
    run(exports, required, this.counter);
    return exports;
  }
}
