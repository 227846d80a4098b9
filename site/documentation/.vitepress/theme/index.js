import { useRoute } from 'vitepress';
// Without fonts of its own, the documentation has those of the explorer.
import DefaultTheme from 'vitepress/theme-without-fonts';
import { defineAsyncComponent, nextTick, onMounted, watch } from 'vue';
import OpenInExplorer from './OpenInExplorer.vue';
import './style.css';

export default {
  extends: DefaultTheme,
  setup() {
    // The first page has no element for its main part, which readers of screens jump to.
    const mark = () =>
      void nextTick(() =>
        document.querySelector('.VPContent.is-home')?.setAttribute('role', 'main'),
      );
    const route = useRoute();
    onMounted(mark);
    watch(() => route.path, mark);
  },
  enhanceApp({ app }) {
    app.component('OpenInExplorer', OpenInExplorer);
    // It brings the library, which no other page needs.
    app.component(
      'LiveFit',
      defineAsyncComponent(() => import('./live/LiveFit.vue')),
    );
  },
};
