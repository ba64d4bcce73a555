import type { TemplateMemory } from '#contract/templates.ts';
import { ProblemError } from '#domain/problem.ts';
import { checkOwnTokens, type OwnToken } from '#domain/template/own-tokens.ts';
import type { RuleSetName } from '#domain/template/render.ts';
import type { SampleEdits } from '#domain/template/samples.ts';
import type { Connections } from '../connections/connections.ts';
import type { Ports, RememberedTemplates } from '../ports.ts';
import { invalid } from '../problems.ts';
import {
  memoryOf,
  secretHeadersOf,
  without,
  withInstallation,
  withSamples,
  withSecretHeader,
} from './remembering.ts';

export class Templates {
  readonly #store: Ports['templates'];
  readonly #connections: Pick<Connections, 'find'>;

  constructor(ports: Pick<Ports, 'templates'>, connections: Pick<Connections, 'find'>) {
    this.#store = ports.templates;
    this.#connections = connections;
  }

  memory(connectionId: string): TemplateMemory {
    this.#connections.find(connectionId);
    return memoryOf(this.#store.remembered(), connectionId);
  }

  saveSamples(connectionId: string, webhookId: number, edits: SampleEdits): void {
    this.#change(connectionId, (before) => withSamples(before, connectionId, webhookId, edits));
  }

  saveOwnTokens(connectionId: string, tokens: readonly OwnToken[]): void {
    const issues = checkOwnTokens(tokens);
    if (issues.length > 0) throw invalid(issues);
    this.#change(connectionId, (before) =>
      withInstallation(before, connectionId, { ownTokens: tokens }),
    );
  }

  chooseRules(connectionId: string, rules: RuleSetName): void {
    this.#change(connectionId, (before) => withInstallation(before, connectionId, { rules }));
  }

  secretHeaders(connectionId: string): readonly string[] {
    return secretHeadersOf(this.#store.remembered(), connectionId);
  }

  markHeader(connectionId: string, header: string, isSecret: boolean): void {
    this.#change(connectionId, (before) =>
      withSecretHeader(before, connectionId, header, isSecret),
    );
  }

  /** Another webhook may get the same id later. */
  forgetWebhook(connectionId: string, webhookId: number): void {
    this.#forget((before) => withSamples(before, connectionId, webhookId, {}));
  }

  forget(connectionId: string): void {
    this.#forget((before) => without(before, connectionId));
  }

  /** The owner was deleted successfully, so a failing disk is not an error. */
  #forget(change: (before: RememberedTemplates) => RememberedTemplates): void {
    try {
      this.#save(change);
    } catch (error) {
      if (!(error instanceof ProblemError && error.problem.code === 'storage-failed')) throw error;
    }
  }

  #change(
    connectionId: string,
    change: (before: RememberedTemplates) => RememberedTemplates,
  ): void {
    this.#connections.find(connectionId);
    this.#save(change);
  }

  #save(change: (before: RememberedTemplates) => RememberedTemplates): void {
    const before = this.#store.remembered();
    const next = change(before);
    if (next !== before) this.#store.save(next);
  }
}
