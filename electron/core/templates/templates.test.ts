import { beforeEach, describe, expect, it } from 'vitest';
import { blankConnection } from '#domain/installation/connection.ts';
import { defaultRuleSet } from '#domain/template/rule-sets.ts';
import { createTestCore } from '#test-support/test-core.ts';
import { type FakePorts, fakePorts } from '#test-support/ports.fake.ts';
import type { Templates } from './templates.ts';

let ports: FakePorts;
let templates: Templates;
beforeEach(() => {
  ports = fakePorts();
  ports.settings.saved = ['acme', 'globex'].map((id) => ({
    ...blankConnection,
    id,
    name: id,
    practice: false,
  }));
  ({ templates } = createTestCore(ports));
});

const own = [{ name: 'JobName', meaning: 'What ran.', sample: 'backup' }];
const edits = (value: string) => ({ HIGH: { AlertName: value } });

describe('what is remembered of templates', () => {
  it('is nothing at first, with the default rules', () => {
    expect(templates.memory('acme')).toEqual({
      ownTokens: [],
      rules: defaultRuleSet,
      samples: {},
    });
    expect(ports.templates.writes).toBe(0);
  });

  it('belongs to one installation', () => {
    templates.saveOwnTokens('acme', own);
    templates.chooseRules('acme', 'plain');
    templates.saveSamples('acme', 7, edits('x'));
    templates.saveSamples('globex', 7, edits('y'));
    expect(templates.memory('acme')).toEqual({
      ownTokens: own,
      rules: 'plain',
      samples: { 7: edits('x') },
    });
    expect(templates.memory('globex')).toEqual({
      ownTokens: [],
      rules: defaultRuleSet,
      samples: { 7: edits('y') },
    });
  });

  it('is what was saved last', () => {
    templates.saveSamples('acme', 7, edits('x'));
    templates.saveSamples('acme', 8, edits('z'));
    templates.saveSamples('acme', 7, edits('y'));
    templates.chooseRules('acme', 'plain');
    templates.saveOwnTokens('acme', own);
    templates.chooseRules('acme', 'as-observed');
    templates.saveOwnTokens('acme', []);
    expect(templates.memory('acme')).toEqual({
      ownTokens: [],
      rules: 'as-observed',
      samples: { 7: edits('y'), 8: edits('z') },
    });
  });

  it('is nothing of a webhook without an edit, or that is gone', () => {
    templates.saveSamples('acme', 7, edits('x'));
    templates.saveSamples('acme', 8, edits('x'));
    templates.saveSamples('acme', 7, { HIGH: {} });
    expect(templates.memory('acme').samples).toEqual({ 8: edits('x') });
    templates.forgetWebhook('acme', 8);
    expect(ports.templates.held.samples).toEqual([]);
  });

  it('is nothing of an installation that is gone', () => {
    templates.saveOwnTokens('acme', own);
    templates.saveSamples('acme', 7, edits('x'));
    templates.saveSamples('globex', 7, edits('y'));
    templates.forget('acme');
    expect(JSON.stringify(ports.templates.held)).not.toContain('acme');
    expect(templates.memory('globex').samples).toEqual({ 7: edits('y') });
  });

  it('is not written for an installation of which there is nothing', () => {
    templates.saveSamples('globex', 7, edits('y'));
    templates.forget('acme');
    templates.forgetWebhook('acme', 7);
    templates.forgetWebhook('globex', 8);
    expect(ports.templates.writes).toBe(1);
  });

  it('stands in the way of nothing that is deleted, but is saved or not', () => {
    templates.saveSamples('acme', 7, edits('x'));
    ports.templates.failing = true;
    templates.forgetWebhook('acme', 7);
    templates.forget('acme');
    expect(() => {
      templates.saveSamples('acme', 7, edits('y'));
    }).toThrow('The disk is full.');
  });

  it('is only of installations that are saved', () => {
    const works = [
      () => templates.memory('nobody'),
      () => {
        templates.saveSamples('nobody', 1, edits('x'));
      },
      () => {
        templates.saveOwnTokens('nobody', own);
      },
      () => {
        templates.chooseRules('nobody', 'plain');
      },
    ];
    for (const work of works) expect(work).toThrow(/no longer saved/);
    expect(ports.templates.writes).toBe(0);
  });

  it('has no own tokens that cannot be used', () => {
    const save = (): void => {
      templates.saveOwnTokens('acme', [...own, ...own]);
    };
    expect(save).toThrow(/more than once/);
    expect(templates.memory('acme').ownTokens).toEqual([]);
  });
});

describe('where it is too much', () => {
  it('keeps the sample values of the 500 webhooks that were saved last', () => {
    for (let id = 1; id <= 501; id += 1) templates.saveSamples('acme', id, edits('x'));
    templates.saveSamples('acme', 2, edits('y'));
    templates.saveSamples('globex', 1, edits('z'));
    const { samples } = templates.memory('acme');
    expect(Object.keys(samples)).toHaveLength(499);
    expect(samples[2]).toEqual(edits('y'));
    expect(samples[3]).toBeUndefined();
  });

  it('keeps no more than 4 Mi characters of sample values', () => {
    const long = (letter: string) => ({
      HIGH: Object.fromEntries(
        Array.from({ length: 15 }, (_, at) => [`T${at}`, letter.repeat(65_000)]),
      ),
    });
    for (let id = 1; id <= 6; id += 1) templates.saveSamples('acme', id, long('x'));
    expect(Object.keys(templates.memory('acme').samples)).toEqual(['3', '4', '5', '6']);
  });
});
