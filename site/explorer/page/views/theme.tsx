/** Dark or light: as the system has it, until the reader chooses. */
import { effect, signal } from '@preact/signals';

const isDark = signal(matchMedia('(prefers-color-scheme: dark)').matches);
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', ({ matches }) => {
  isDark.value = matches;
});
effect(() => {
  document.documentElement.dataset['theme'] = isDark.value ? 'dark' : 'light';
});

export function ThemeButton() {
  return (
    <button type="button" onClick={() => (isDark.value = !isDark.value)}>
      {isDark.value ? 'Light' : 'Dark'}
    </button>
  );
}
