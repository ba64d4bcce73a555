import { z } from 'zod';
import { fileFaultInWords } from '../bundle/reading/file-fault.ts';
import { guardJson } from '../bundle/reading/guard-json.ts';
import { checkProxy } from '../installation/proxy.ts';
import { plainProblem, type Problem } from '../problem.ts';
import { withoutByteOrderMark } from '../text/byte-order-mark.ts';
import { isHostPattern, matchesHost } from './host-pattern.ts';

const maxCharacters = 1024 * 1024;

const off = z.literal('off', 'must be "off"; leave it out to change nothing');

const HostPattern = z
  .string('must be a text')
  .refine(isHostPattern, 'must be a host such as "a.example.com", "*.example.com" or "10.0.0.0/8"');

const ProxyAddress = z.string('must be a text').superRefine((address, context) => {
  const say = (message: string): void => {
    context.addIssue({ code: 'custom', message });
  };
  if (address.includes('@')) say('must have no user name and no password');
  else if (checkProxy({ kind: 'own', url: address, username: '' }).length > 0) {
    say('must be an address such as "http://proxy.example.com:3128"');
  }
});

const ManagedProxy = z.union(
  [
    z.enum(['system', 'none']),
    z.strictObject({ address: ProxyAddress, bypass: z.array(HostPattern).exactOptional() }),
  ],
  'must be "system", "none" or an object with "address"',
);

/** Without https, an attacker could offer another program. */
function isSafeFeed(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, username, password } = new URL(address);
  return protocol === 'https:' && username === '' && password === '';
}

/** What an administrator sets for all users of a machine. A member that is left out changes nothing. */
export const ManagedSettings = z.strictObject(
  {
    /** `off`: Hookdesk looks for no new version. */
    updates: off.exactOptional(),
    updateFeed: z
      .string('must be a text')
      .refine(isSafeFeed, 'must be an https:// address without user name and password')
      .exactOptional(),
    proxy: ManagedProxy.exactOptional(),
    /** Path of a PEM file, or PEM text. */
    extraCa: z
      .string('must be a text')
      .min(1, 'must be the path of a PEM file, or PEM text')
      .exactOptional(),
    allowedHosts: z
      .array(HostPattern, 'must be a list of hosts')
      .min(1, 'needs at least one host; leave it out to allow every host')
      .exactOptional(),
    /** `off`: Hookdesk does not run in a browser. */
    webHost: off.exactOptional(),
  },
  {
    error: (issue) =>
      issue.code === 'unrecognized_keys' ? 'is unknown' : 'must be an object in braces',
  },
);
export type ManagedSettings = z.infer<typeof ManagedSettings>;

/**
 * The managed settings of this machine. `refused`: the file cannot be used. Then Hookdesk sends nothing, because
 * its restrictions are unknown.
 */
export const Managed = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({
    kind: z.literal('set'),
    file: z.string(),
    settings: ManagedSettings,
    /** PEM of `extraCa`. */
    caPem: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('refused'),
    file: z.string(),
    message: z.string(),
    advice: z.string(),
  }),
]);
export type Managed = z.infer<typeof Managed>;

export const unmanaged: Managed = { kind: 'none' };

export type ManagedReading =
  | { readonly settings: ManagedSettings }
  /** A sentence without a value of the file. */
  | { readonly fault: string };

/** Refuses duplicate and unknown members: they could be restrictions. */
export function readManagedText(text: string): ManagedReading {
  if (text.length > maxCharacters) {
    return { fault: `It is longer than ${maxCharacters.toLocaleString('en')} characters.` };
  }
  const guarded = guardJson(withoutByteOrderMark(text));
  if ('why' in guarded) return { fault: fileFaultInWords(guarded) };
  const read = ManagedSettings.safeParse(JSON.parse(guarded.text));
  if (read.success) return { settings: read.data };
  const [issue] = read.error.issues;
  return { fault: issue === undefined ? 'It is not readable.' : `${faultOf(issue)}.` };
}

function faultOf(issue: z.core.$ZodIssue, parentPath: readonly PropertyKey[] = []): string {
  const path = [...parentPath, ...issue.path];
  // For a union, the fault inside the object says more than that no branch fits.
  const branchIssues = issue.code === 'invalid_union' ? issue.errors.flat() : [];
  const memberIssue = branchIssues.find(
    (branchIssue) => branchIssue.path.length > 0 || branchIssue.code === 'unrecognized_keys',
  );
  if (memberIssue !== undefined) return faultOf(memberIssue, path);
  if (issue.code === 'unrecognized_keys') {
    return `The member “${[...path, issue.keys[0] ?? ''].map(String).join('.')}” is unknown`;
  }
  if (path.length === 0) return `It ${issue.message}`;
  return `The member “${path.map(String).join('.')}” ${issue.message}`;
}

/** `null` when Hookdesk may send requests to the host of this address. */
export function hostRefusal(managed: Managed, url: URL): Problem | null {
  if (managed.kind === 'none') return null;
  const { file } = managed;
  if (managed.kind === 'refused') {
    return plainProblem('host-not-allowed', managed.message, managed.advice, { File: file });
  }
  const { allowedHosts } = managed.settings;
  if (allowedHosts === undefined) return null;
  if (allowedHosts.some((pattern) => matchesHost(pattern, url.hostname))) return null;
  return plainProblem(
    'host-not-allowed',
    `Your organisation does not allow Hookdesk to contact ${url.hostname}.`,
    'Nothing was sent. Check the address, or ask your administrator to allow this host.',
    { 'Allowed hosts': allowedHosts.join(', '), 'Managed settings': file },
  );
}
