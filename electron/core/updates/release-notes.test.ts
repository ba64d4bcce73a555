import { expect, it } from 'vitest';
import { releaseNotesText } from './release-notes.ts';

it('leaves Markdown unchanged', () => {
  const notes = '## New\n\n- `<b>` in a *template*\n- a < b & c';
  expect(releaseNotesText(`\r\n${notes}\r\n`)).toBe(notes);
});

it('converts HTML from GitHub to text', () => {
  const html =
    '<h2 id="x">What is new</h2>\n<ul>\n<li>Faster &amp; <b>smaller</b></li>\n<li>Less &lt;than&gt;&#33;</li>\n</ul>' +
    '<p>One<br>two</p><script>alert(1)</script><img src=x onerror="alert(1)">';
  const text = releaseNotesText(html);
  expect(text).toBe('What is new\n\n• Faster & smaller\n\n• Less <than>!\n\nOne\ntwo');
});

it('truncates long notes, and accepts missing ones', () => {
  expect(releaseNotesText('x'.repeat(30_000))).toHaveLength(20_001);
  expect(releaseNotesText('')).toBe('');
});
