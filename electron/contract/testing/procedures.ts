import { isContractProcedure } from '@orpc/contract';
import { contract } from '../index.ts';

/** A group of procedures, such as `webhooks`. */
export type Group = keyof typeof contract;

/** Names of the procedures of these groups, such as `webhooks.list`, sorted. */
export const proceduresOf = (groups: ReadonlySet<string>): string[] =>
  Object.entries(contract)
    .filter(([group]) => groups.has(group))
    .flatMap(([group, members]) =>
      Object.entries(members).map(([name, member]) => {
        if (!isContractProcedure(member)) throw new Error(`${group}.${name} is no procedure.`);
        return `${group}.${name}`;
      }),
    )
    .sort();

/** Groups with their own test, which must call every procedure of the group. */
const testedElsewhere: readonly Group[] = [
  'bundles',
  'drafts',
  'journal',
  'plans',
  'pauses',
  'watching',
  'editMany',
  'comparisons',
  'rotation',
  'snapshots',
  'search',
  'recent',
  'templates',
  'testSends',
  'receiver',
  'sessions',
  'detection',
  'connections',
  'updates',
];

/** All other groups. */
export const testedTogether: ReadonlySet<string> = new Set(
  Object.keys(contract).filter((group) => !testedElsewhere.some((each) => each === group)),
);
