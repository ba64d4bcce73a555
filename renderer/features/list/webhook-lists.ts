import { createContext } from 'svelte';
import type { HookdeskClient } from '#contract/index.ts';
import type { IdDefect } from '#domain/webhook/listed.ts';
import type { Draft } from '../../shared/drafts/draft.svelte.ts';
import type { Drafts } from '../../shared/drafts/drafts.svelte.ts';
import { WebhookList } from './webhook-list.svelte.ts';

/** The lists of the installations that were shown since the start. */
export class WebhookLists {
  readonly #client: HookdeskClient;
  readonly #drafts: Drafts;
  readonly #onread: (connectionId: string) => void;
  readonly #byConnection = new Map<string, WebhookList>();

  constructor(client: HookdeskClient, drafts: Drafts, onread: (connectionId: string) => void) {
    this.#client = client;
    this.#drafts = drafts;
    this.#onread = onread;
  }

  get(connectionId: string): WebhookList | null {
    return this.#byConnection.get(connectionId) ?? null;
  }

  open(connectionId: string): WebhookList {
    const existing = this.get(connectionId);
    if (existing !== null) return existing;
    const newNames = () => this.#drafts.newNamesOf(connectionId);
    const list = new WebhookList(this.#client, connectionId, newNames);
    this.#byConnection.set(connectionId, list);
    list.onread = () => {
      this.#onread(connectionId);
    };
    void list.follow();
    return list;
  }

  forget(connectionId: string): void {
    this.get(connectionId)?.end();
    this.#byConnection.delete(connectionId);
  }

  idDefectOf({ base, connectionId }: Draft): IdDefect | null {
    if (base === null) return null;
    return this.get(connectionId)?.idDefects.get(base.id) ?? null;
  }
}

export const [getLists, setLists] = createContext<WebhookLists>();
