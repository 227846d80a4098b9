/** The page. */
import { render } from 'preact';
import { App } from './views/app.js';
import { followAddress } from './store.js';

followAddress();
render(<App />, document.getElementById('app')!);
