import './platform/schemas-uncompiled.ts';
// First, so that the styles of a component win.
import './ui/styles/base.css';
import './shared/tones.css';
import { mount } from 'svelte';
import { connect } from '#platform';
import { KeyRequired } from './platform/host.ts';
import App from './shell/App.svelte';
import Unavailable from './shell/Unavailable.svelte';

const target = document.getElementById('app');
if (target === null) throw new Error('The page has no place for the window.');

try {
  const host = await connect();
  mount(App, { target, props: { host } });
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  mount(Unavailable, { target, props: { message, asksForKey: error instanceof KeyRequired } });
}
