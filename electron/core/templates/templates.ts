import type { TemplateMemory } from '#contract/templates.ts';
import { ProblemError } from '#domain/problem.ts';
import { checkOwnTokens, type OwnToken } from '#domain/template/own-tokens.ts';
import { defaultRuleSet, type RuleSetName } from '#domain/template/render-template.ts';
import type { SampleEdits } from '#domain/template/samples.ts';
import type { Connections } from '../connections/connections.ts';
import type { Ports } from '../ports.ts';
import { invalid } from '../problems.ts';
import type { RememberedTemplates } from '../store-ports.ts';

/** What Hookdesk remembers for the templates of installations: own tokens, rules, sample values, secret headers. */
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

/** Limits of stored sample values: webhooks, and UTF-16 code units in total. */
const mostSamples = { webhooks: 500, length: 4 * 1024 * 1024 };

export function memoryOf(remembered: RememberedTemplates, connectionId: string): TemplateMemory {
  const { ownTokens, rules } = installationOf(remembered, connectionId);
  const samples = remembered.samples.filter((sample) => sample.connectionId === connectionId);
  return {
    ownTokens: [...ownTokens],
    rules,
    samples: Object.fromEntries(samples.map(({ webhookId, edits }) => [webhookId, edits])),
  };
}

/** Drops the oldest samples above the limits. Returns `remembered` itself when nothing changes. */
function withSamples(
  remembered: RememberedTemplates,
  connectionId: string,
  webhookId: number,
  edits: SampleEdits,
): RememberedTemplates {
  const others = remembered.samples.filter(
    (sample) => sample.connectionId !== connectionId || sample.webhookId !== webhookId,
  );
  if (lengthOf(edits) === 0) {
    const isSame = others.length === remembered.samples.length;
    return isSame ? remembered : { ...remembered, samples: others };
  }
  return { ...remembered, samples: withinLimits([...others, { connectionId, webhookId, edits }]) };
}

const secretHeadersOf = (
  remembered: RememberedTemplates,
  connectionId: string,
): readonly string[] => installationOf(remembered, connectionId).secretHeaders ?? [];

const withSecretHeader = (
  remembered: RememberedTemplates,
  connectionId: string,
  header: string,
  isSecret: boolean,
): RememberedTemplates => {
  const name = header.toLowerCase();
  const others = secretHeadersOf(remembered, connectionId).filter((other) => other !== name);
  const secretHeaders = isSecret ? [...others, name] : others;
  return withInstallation(remembered, connectionId, { secretHeaders });
};

/** Returns `remembered` itself when nothing changes. */
function without(remembered: RememberedTemplates, connectionId: string): RememberedTemplates {
  const isOther = (item: { connectionId: string }): boolean => item.connectionId !== connectionId;
  const { installations, samples } = remembered;
  if (installations.every(isOther) && samples.every(isOther)) return remembered;
  return { installations: installations.filter(isOther), samples: samples.filter(isOther) };
}

type Installation = RememberedTemplates['installations'][number];

const installationOf = (remembered: RememberedTemplates, connectionId: string): Installation =>
  remembered.installations.find((saved) => saved.connectionId === connectionId) ?? {
    connectionId,
    ownTokens: [],
    rules: defaultRuleSet,
  };

const withInstallation = (
  remembered: RememberedTemplates,
  connectionId: string,
  change: Partial<Installation>,
): RememberedTemplates => ({
  ...remembered,
  installations: [
    ...remembered.installations.filter((other) => other.connectionId !== connectionId),
    { ...installationOf(remembered, connectionId), ...change },
  ],
});

/** Drops the oldest samples above the limits. */
function withinLimits(samples: RememberedTemplates['samples']): RememberedTemplates['samples'] {
  let length = 0;
  const tooOld = samples.findLastIndex(({ edits }, index) => {
    length += lengthOf(edits);
    return samples.length - index > mostSamples.webhooks || length > mostSamples.length;
  });
  return samples.slice(tooOld + 1);
}

const lengthOf = (edits: SampleEdits): number =>
  Object.values(edits)
    .flatMap((values) => Object.entries(values))
    .reduce((length, [name, value]) => length + name.length + value.length, 0);
