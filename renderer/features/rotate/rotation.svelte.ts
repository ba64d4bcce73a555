import type { SearchedValue } from '#contract/rotation.ts';
import { type RotationApi, ValueSearch } from './value-search.svelte.ts';

/** The search of the pane that finds a value and rotates it. */
export class Rotation {
  readonly search: ValueSearch;
  purpose = $state<'find' | 'rotate'>('find');

  constructor(api: RotationApi) {
    this.search = new ValueSearch(api);
  }

  begin(purpose: 'find' | 'rotate', asked: SearchedValue | null = null): void {
    this.purpose = purpose;
    this.search.forget();
    if (asked !== null) void this.search.find(asked);
  }
}
