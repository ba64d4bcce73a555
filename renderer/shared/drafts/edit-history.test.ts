import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { definitionOf, type WebhookDefinition, withField } from '#domain/webhook/webhook.ts';
import { aWebhook } from '../testing/a-webhook.ts';
import { EditHistory } from './edit-history.svelte.ts';

const start = definitionOf(aWebhook());

/** Records edits with a fake clock: by default, 1,000 ms after the previous edit. */
class Editing {
  definition = start;
  readonly history = new EditHistory(start);
  #now = 0;

  edit(definition: WebhookDefinition, after = 1_000): this {
    this.#now += after;
    this.definition = definition;
    this.history.record(definition, this.#now);
    return this;
  }

  others(definition: WebhookDefinition): this {
    this.definition = definition;
    this.history.startFrom(definition);
    return this;
  }

  step(direction: 'undo' | 'redo'): readonly string[] | null {
    const reverted = this.history[direction]();
    if (reverted !== null) this.definition = reverted.definition;
    return reverted?.places ?? null;
  }
}

const named = (name: string, of = start): WebhookDefinition => withField(of, 'name', name);

describe('the edits of a draft', () => {
  it('are undone and redone in order, for fields, headers and the template', () => {
    const editing = new Editing();
    editing.edit(named('a'));
    editing.edit({ ...editing.definition, headers: [] });
    editing.edit(withField(editing.definition, 'payloadTemplate', 'b'));
    const last = editing.definition;
    expect(editing.step('undo')).toEqual(['payloadTemplate']);
    expect(editing.step('undo')).toEqual(['headers']);
    expect(editing.step('undo')).toEqual(['name']);
    expect(editing.definition).toEqual(start);
    expect(editing.step('undo')).toBeNull();
    for (const place of ['name', 'headers', 'payloadTemplate']) {
      expect(editing.step('redo')).toEqual([place]);
    }
    expect(editing.definition).toEqual(last);
    expect(editing.step('redo')).toBeNull();
  });

  it('are merged while a person types in one field without a pause', () => {
    const editing = new Editing().edit(named('a')).edit(named('ab'), 100).edit(named('abc'), 100);
    editing
      .edit(withField(editing.definition, 'url', 'u'), 100)
      .edit(named('abcd', editing.definition), 100);
    expect(editing.step('undo')).toEqual(['name']);
    expect(editing.definition.name).toBe('abc');
    expect(editing.step('undo')).toEqual(['url']);
    expect(editing.step('undo')).toEqual(['name']);
    expect(editing.definition).toEqual(start);
  });

  it('are separate for two positions in a text and for replaced text', () => {
    const editing = new Editing().edit(named('abc')).edit(named('abcd'), 10);
    editing.edit(named('zabcd'), 10).edit(named('x'), 10).edit(named('xy'), 10);
    const names = [];
    while (editing.history.canUndo) {
      editing.step('undo');
      names.push(editing.definition.name);
    }
    expect(names).toEqual(['zabcd', 'abcd', start.name]);
  });

  it('are not merged across endTyping()', () => {
    const editing = new Editing().edit(named(`${start.name}a`));
    editing.history.endTyping();
    editing.edit(start, 10);
    expect(editing.step('undo')).toEqual(['name']);
    expect(editing.definition.name).toBe(`${start.name}a`);
  });

  it('are separate for two switches without a pause', () => {
    const editing = new Editing().edit(withField(start, 'enabled', !start.enabled));
    editing.edit(withField(editing.definition, 'severities.low', !start.severities.low), 10);
    expect(editing.step('undo')).toEqual(['severities.low']);
    expect(editing.definition.enabled).toBe(!start.enabled);
  });

  it('cannot be redone after another edit', () => {
    const editing = new Editing().edit(named('a'));
    editing.step('undo');
    editing.edit(withField(editing.definition, 'url', 'u'));
    expect(editing.history.canRedo).toBe(false);
    expect(editing.step('redo')).toBeNull();
  });

  it('are undone without undoing the changes of others', () => {
    const editing = new Editing().edit(named('mine'));
    editing.others(withField(editing.definition, 'url', 'https://theirs.example/'));
    expect(editing.step('undo')).toEqual(['name']);
    expect(editing.definition).toEqual(withField(start, 'url', 'https://theirs.example/'));
  });

  it('are not undone in a field that others changed since', () => {
    const editing = new Editing()
      .edit(withField(start, 'url', 'u'))
      .edit(named('mine', withField(start, 'url', 'u')));
    editing.others(named('theirs', editing.definition));
    expect(editing.step('undo')).toEqual(['url']);
    expect(editing.definition).toEqual(named('theirs'));
  });
});

const anEdit = fc.oneof(
  fc.record({ field: fc.constant('name' as const), value: fc.string({ maxLength: 3 }) }),
  fc.record({ field: fc.constant('payloadTemplate' as const), value: fc.string({ maxLength: 3 }) }),
  fc.record({ field: fc.constant('enabled' as const), value: fc.boolean() }),
  fc.record({
    field: fc.constant('headers' as const),
    value: fc.subarray([...start.headers, { id: null, name: 'X-New', value: '' }]),
  }),
);

it('undoing all edits and redoing them restores the same content', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(anEdit, fc.nat(1_000)), { maxLength: 20 }), (edits) => {
      const editing = new Editing();
      for (const [{ field, value }, after] of edits) {
        const { definition } = editing;
        editing.edit(
          field === 'headers'
            ? { ...definition, headers: value }
            : withField(definition, field, value),
          after,
        );
      }
      const last = editing.definition;
      while (editing.history.canUndo) editing.step('undo');
      expect(editing.definition).toEqual(start);
      while (editing.history.canRedo) editing.step('redo');
      expect(editing.definition).toEqual(last);
    }),
  );
});
