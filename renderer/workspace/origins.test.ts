import { expect, it } from 'vitest';
import { Origins, type Place } from './origins.svelte.ts';

const acme: Place = { screen: 'installation', connectionId: 'acme' };
const globex = (screen: Place['screen']): Place => ({ screen, connectionId: 'globex' });

it('a plan of edits has the list of the selected webhooks as root', () => {
  const origins = new Origins();
  origins.open('edit-many', acme);
  origins.open('plan', globex('edit-many'));
  expect(origins.rootOf(globex('plan'))).toEqual(acme);
  expect(origins.of('plan')).toEqual(globex('edit-many'));
});

it('a screen without an origin is its own root', () => {
  expect(new Origins().rootOf(acme)).toEqual(acme);
});

it('a rotation opened from a plan has the origin of the plan', () => {
  const origins = new Origins();
  origins.open('plan', acme);
  origins.open('rotation', globex('plan'));
  expect(origins.of('rotation')).toEqual(acme);
});

it('screens that open each other in a cycle keep their first root', () => {
  const origins = new Origins();
  origins.open('rotation', acme);
  origins.open('plan', globex('rotation'));
  origins.open('rotation', globex('plan'));
  origins.open('edit-many', globex('rotation'));
  origins.open('rotation', globex('edit-many'));
  for (const screen of ['rotation', 'plan', 'edit-many'] as const) {
    expect(origins.rootOf(globex(screen)), screen).toEqual(acme);
  }
});
