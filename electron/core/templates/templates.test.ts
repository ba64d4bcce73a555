import { beforeEach, describe, expect, it } from 'vitest';
import { blankConnection } from '#domain/installation/connection.ts';
import { defaultRuleSet } from '#domain/template/render-template.ts';
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

describe('the template settings', () => {
  it('are empty at first, with the default rules', () => {
    expect(templates.memory('acme')).toEqual({
      ownTokens: [],
      rules: defaultRuleSet,
      samples: {},
    });
    expect(ports.templates.writes).toBe(0);
  });

  it('belong to one installation', () => {
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

  it('are the last saved ones', () => {
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

  it('exclude webhooks without sample values and deleted webhooks', () => {
    templates.saveSamples('acme', 7, edits('x'));
    templates.saveSamples('acme', 8, edits('x'));
    templates.saveSamples('acme', 7, { HIGH: {} });
    expect(templates.memory('acme').samples).toEqual({ 8: edits('x') });
    templates.forgetWebhook('acme', 8);
    expect(ports.templates.held.samples).toEqual([]);
  });

  it('exclude deleted installations', () => {
    templates.saveOwnTokens('acme', own);
    templates.saveSamples('acme', 7, edits('x'));
    templates.saveSamples('globex', 7, edits('y'));
    templates.forget('acme');
    expect(JSON.stringify(ports.templates.held)).not.toContain('acme');
    expect(templates.memory('globex').samples).toEqual({ 7: edits('y') });
  });

  it('are not written for an installation without any', () => {
    templates.saveSamples('globex', 7, edits('y'));
    templates.forget('acme');
    templates.forgetWebhook('acme', 7);
    templates.forgetWebhook('globex', 8);
    expect(ports.templates.writes).toBe(1);
  });

  it('do not block a delete when writing fails, but report a failed save', () => {
    templates.saveSamples('acme', 7, edits('x'));
    ports.templates.failing = true;
    templates.forgetWebhook('acme', 7);
    templates.forget('acme');
    expect(() => {
      templates.saveSamples('acme', 7, edits('y'));
    }).toThrow('The disk is full.');
  });

  it('are refused for unknown installations', () => {
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

  it('refuse invalid own tokens', () => {
    const save = (): void => {
      templates.saveOwnTokens('acme', [...own, ...own]);
    };
    expect(save).toThrow(/more than once/);
    expect(templates.memory('acme').ownTokens).toEqual([]);
  });
});

describe('the limits', () => {
  it('keep the sample values of the 500 webhooks saved last', () => {
    for (let id = 1; id <= 501; id += 1) templates.saveSamples('acme', id, edits('x'));
    templates.saveSamples('acme', 2, edits('y'));
    templates.saveSamples('globex', 1, edits('z'));
    const { samples } = templates.memory('acme');
    expect(Object.keys(samples)).toHaveLength(499);
    expect(samples[2]).toEqual(edits('y'));
    expect(samples[3]).toBeUndefined();
  });

  it('keep at most 4 Mi characters of sample values', () => {
    const long = (letter: string) => ({
      HIGH: Object.fromEntries(
        Array.from({ length: 15 }, (_, at) => [`T${at}`, letter.repeat(65_000)]),
      ),
    });
    for (let id = 1; id <= 6; id += 1) templates.saveSamples('acme', id, long('x'));
    expect(Object.keys(templates.memory('acme').samples)).toEqual(['3', '4', '5', '6']);
  });
});
