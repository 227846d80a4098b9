/** Dark or light: as the system has it, until the reader chooses, here or in the documentation. */
import { computed, effect, signal } from '@preact/signals';

/** Where the documentation (VitePress) keeps the choice: `dark`, `light` or `auto`. */
const KEY = 'vitepress-theme-appearance';

const system = matchMedia('(prefers-color-scheme: dark)');
const isSystemDark = signal(system.matches);
system.addEventListener('change', ({ matches }) => (isSystemDark.value = matches));

const chosen = signal(localStorage.getItem(KEY) ?? 'auto');
const isDark = computed(() =>
  chosen.value === 'auto' ? isSystemDark.value : chosen.value === 'dark',
);
effect(() => {
  document.documentElement.dataset['theme'] = isDark.value ? 'dark' : 'light';
});

function change(): void {
  const wanted = !isDark.value;
  chosen.value = wanted === isSystemDark.value ? 'auto' : wanted ? 'dark' : 'light';
  localStorage.setItem(KEY, chosen.value);
}

export function ThemeButton() {
  return (
    <button type="button" onClick={change}>
      {isDark.value ? 'Light' : 'Dark'}
    </button>
  );
}
