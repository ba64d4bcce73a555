import './platform/zod-without-eval.ts';
// Before all components, so that their own styles win.
import './ui/styles/base.css';
import './shared/tones.css';
import { mount } from 'svelte';
import { connect } from '#platform';
import { OneTimeKeyRequired } from './platform/host.ts';
import App from './shell/App.svelte';
import Unavailable from './shell/Unavailable.svelte';

const target = document.getElementById('app');
if (target === null) throw new Error('The page has no element #app.');

try {
  const host = await connect();
  mount(App, { target, props: { host } });
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  mount(Unavailable, {
    target,
    props: { message, asksForOneTimeKey: error instanceof OneTimeKeyRequired },
  });
}
