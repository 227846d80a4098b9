/** A plugin of Babel. Jest runs tests as CommonJS, where modules know their own place by `__filename`. */
export default ({ template }) => ({
  visitor: {
    MetaProperty(path) {
      if (path.node.meta.name !== 'import') return;
      path.replaceWith(
        template.expression.ast`({ url: require('url').pathToFileURL(__filename).href })`,
      );
    },
  },
});
