/** Code that TypeScript writes for CommonJS in files that also have imports and exports of ES modules. */
import type { InputOptions, PluginObject } from '@babel/core';
import { parseSync, traverse, types } from '../vendor/babel.js';

const ofCommonjs = ['require', 'module', 'exports', '__dirname', '__filename'];
const mayBe = new RegExp(`\\b(${ofCommonjs.join('|')})\\b|export\\s*=`);

/**
 * True if a file that may be loaded as either is meant to become CommonJS: it uses what only CommonJS
 * has, and does nothing that only ES modules can do. O(length of the text).
 */
export function meansCommonjs(code: string, options: InputOptions): boolean {
  if (!mayBe.test(code)) return false;
  const file = parseSync(code, options)!;
  let [isCommonjs, isModule] = [false, false];
  traverse(file, {
    Program({ scope }) {
      isCommonjs ||= ofCommonjs.some((name) => scope.hasGlobal(name));
    },
    'TSExportAssignment|TSExternalModuleReference'() {
      isCommonjs = true;
    },
    MetaProperty({ node }) {
      isModule ||= node.meta.name === 'import';
    },
    AwaitExpression(path) {
      isModule ||= path.getFunctionParent() === null;
    },
    ForOfStatement(path) {
      isModule ||= path.node.await && path.getFunctionParent() === null;
    },
  });
  return isCommonjs && !isModule;
}

/** Makes `import x = require('y')` a call of `require`, which Babel refuses outside of CommonJS. */
export const importsByRequire = (): PluginObject => ({
  visitor: {
    TSImportEqualsDeclaration(path) {
      const { id, moduleReference } = path.node;
      if (moduleReference.type !== 'TSExternalModuleReference') return;
      const call = types.callExpression(types.identifier('require'), [moduleReference.expression]);
      path.replaceWith(types.variableDeclaration('const', [types.variableDeclarator(id, call)]));
    },
  },
});
