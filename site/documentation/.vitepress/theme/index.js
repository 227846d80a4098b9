import DefaultTheme from 'vitepress/theme';
import OpenInExplorer from './OpenInExplorer.vue';
import './style.css';

export default {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => app.component('OpenInExplorer', OpenInExplorer),
};
