import { describe, expect, it } from 'vitest';
import { isUnchanged, sameContent } from './difference.ts';
import { FieldName } from './fields.ts';
import { emptyDefinition, fieldOf, withField } from './webhook.ts';

const base = { ...emptyDefinition('B'), headers: [{ id: 1, name: 'X-A', value: 'v' }] };

describe('withField', () => {
  it.each(FieldName.options)('sets %s and nothing else', (field) => {
    const value = typeof fieldOf(base, field) === 'boolean' ? !fieldOf(base, field) : 'PUT';
    const changed = withField(base, field, value);
    for (const each of FieldName.options) {
      expect(fieldOf(changed, each)).toBe(each === field ? value : fieldOf(base, each));
    }
    expect(changed.headers).toBe(base.headers);
  });
});

describe('headers', () => {
  it('with other ids have the same content, but are not unchanged', () => {
    const other = { ...base, headers: [{ id: 2, name: 'X-A', value: 'v' }] };
    expect(sameContent(base, other)).toBe(true);
    expect(isUnchanged(base, other)).toBe(false);
  });

  it('are counted: one more of two equal headers is a difference', () => {
    const twice = { ...base, headers: [...base.headers, { id: 2, name: 'X-A', value: 'v' }] };
    expect(sameContent(base, twice)).toBe(false);
  });

  it('without an id count as changed when deleted, although no update can delete them', () => {
    const loose = { ...base, headers: [{ id: null, name: 'X-A', value: 'v' }] };
    expect(isUnchanged(loose, { ...loose, headers: [] })).toBe(false);
  });
});
