export interface Versions {
  /** Such as `v1.2.0`. */
  readonly tag: string;
  /** From package.json. */
  readonly version: string;
  /** From package-lock.json. */
  readonly locked: string;
  readonly changelog: string;
}

/** The notes of a release, and the problems of its versions, each as a sentence. */
export function releaseNotes({ tag, version, locked, changelog }: Versions): {
  notes: string;
  problems: string[];
} {
  const problems: string[] = [];
  if (tag !== `v${version}`) {
    problems.push(`The tag is ${tag}, but package.json has version ${version}.`);
  }
  if (locked !== version) {
    problems.push(`package-lock.json has version ${locked}, but package.json has ${version}.`);
  }
  const [unreleased, latest] = sections(changelog);
  if (unreleased?.title !== '[Unreleased]') {
    problems.push('CHANGELOG.md does not begin with the section [Unreleased].');
  } else if (unreleased.text !== '') {
    problems.push(`CHANGELOG.md has entries under [Unreleased]. Move them to [${version}].`);
  }
  const [, named] = /^\[([^\]]+)\] - \d{4}-\d{2}-\d{2}$/.exec(latest?.title ?? '') ?? [];
  if (named !== version) {
    problems.push(`The newest section of CHANGELOG.md must be "## [${version}] - YYYY-MM-DD".`);
  } else if (latest?.text === '') {
    problems.push(`CHANGELOG.md says nothing about ${version}.`);
  }
  return { notes: `${latest?.text ?? ''}\n`, problems };
}

const sections = (changelog: string): { title: string; text: string }[] =>
  changelog
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [title = '', ...lines] = section.split('\n');
      return { title: title.trim(), text: lines.join('\n').trim() };
    });
