import { afterEach, describe, expect, it } from 'vitest';
import type { RowFindings } from '#contract/plans.ts';
import type { PlanItem } from '#domain/publishing/plan.ts';
import { definitionOf, type WebhookDefinition } from '#domain/webhook/webhook.ts';
import { PlanFixture } from '#test-support/plan-fixture.ts';
import { createItem, deleteItem, renameItem } from '#test-support/plan-items-fixture.ts';

let fixture: PlanFixture;
afterEach(() => fixture.close());

const contentType = { id: null, name: 'Content-Type', value: 'application/json' };
const good = '{"text":"%AlertName%"}';
const broken = '{"text":"%AlertName%"';

async function opened() {
  fixture = await PlanFixture.open('B');
  const { connectionId } = fixture;
  const created = (name: string, change: Partial<WebhookDefinition>): PlanItem => {
    const item = createItem(connectionId, name);
    const definition =
      item.definition === null
        ? null
        : { ...item.definition, headers: [contentType], payloadTemplate: good, ...change };
    return { ...item, definition };
  };
  return { connectionId, created };
}

async function findingsOf(planId: string): Promise<{ found: RowFindings[]; done: number }> {
  const found: RowFindings[] = [];
  let done = 0;
  for await (const part of await fixture.core.client.plans.findings({ planId })) {
    found.push(...part.found);
    ({ done } = part);
  }
  return { found, done };
}

describe('the findings of a plan', () => {
  it('name rows whose template breaks, and tell new errors from those of the current version', async () => {
    const { connectionId, created } = await opened();
    await fixture.run(
      await fixture.prepare([
        created('Was broken', { payloadTemplate: broken }),
        created('Good', {}),
      ]),
    );
    const held = await fixture.held();
    const named = (name: string) => {
      const webhook = held.find((each) => each.name === name);
      if (webhook === undefined) throw new Error(`no webhook ${name}`);
      return webhook;
    };
    const breaking = {
      ...renameItem(connectionId, named('Good'), 'Good'),
      definition: { ...definitionOf(named('Good')), payloadTemplate: broken },
    };
    const { planId } = await fixture.prepare([
      renameItem(connectionId, named('Was broken'), 'Still broken'),
      breaking,
      created('New', {}),
      created('Empty', { payloadTemplate: '' }),
      deleteItem(connectionId, named('Was broken')),
    ]);
    const { found, done } = await findingsOf(planId);
    expect(done).toBe(5);
    expect(found).toMatchObject([
      { key: 'Still broken', errors: 1, newErrors: 0, warnings: 0 },
      { key: 'Good', errors: 1, newErrors: 1 },
      { key: 'Empty', errors: 0, newErrors: 0, warnings: 1 },
    ]);
    expect(found.find(({ key }) => key === 'Good')?.first).toContain('invalid JSON');
    const { findings } = await fixture.core.plans.row(planId, 'Good');
    expect(findings).toMatchObject([{ kind: 'new-error' }]);
  });

  it('are the same for neighbouring rows with the same template, and only for those', async () => {
    const { created } = await opened();
    const { planId } = await fixture.prepare([
      created('First', { payloadTemplate: broken }),
      created('Second', { payloadTemplate: broken }),
      created('Good', {}),
      created('Text', {
        payloadTemplate: broken,
        headers: [{ ...contentType, value: 'text/plain' }],
      }),
      created('Last', { payloadTemplate: broken }),
    ]);
    const { found } = await findingsOf(planId);
    const counts = found.map(({ key, errors, warnings }) => [key, errors, warnings]);
    expect(counts).toEqual([
      ['First', 1, 0],
      ['Second', 1, 0],
      ['Last', 1, 0],
    ]);
  });

  it('are none where a webhook with a broken template is only disabled', async () => {
    const { connectionId, created } = await opened();
    await fixture.run(
      await fixture.prepare([created('Broken', { payloadTemplate: broken, enabled: true })]),
    );
    const live = (await fixture.held()).find(({ name }) => name === 'Broken');
    if (live === undefined) throw new Error('The webhook was not created.');
    const disabled = { ...definitionOf(live), enabled: false };
    const off = { ...renameItem(connectionId, live, 'Off'), definition: disabled };
    const { planId } = await fixture.prepare([off]);
    expect((await findingsOf(planId)).found).toEqual([]);
    const edited = { ...off, definition: { ...disabled, payloadTemplate: `${broken} ` } };
    const second = await fixture.prepare([edited]);
    expect((await findingsOf(second.planId)).found).toMatchObject([{ errors: 1 }]);
  });

  it('know the placeholders of the installation', async () => {
    const { connectionId, created } = await opened();
    const { planId } = await fixture.prepare([
      created('Own', { payloadTemplate: '{"text":"%TeamName%"}' }),
    ]);
    expect((await findingsOf(planId)).found).toMatchObject([{ newErrors: 1 }]);
    const tokens = [{ name: 'TeamName', meaning: '', sample: 'Ops' }];
    fixture.core.templates.saveOwnTokens(connectionId, tokens);
    expect((await findingsOf(planId)).found).toEqual([]);
  });
});
