import { readFileSync } from 'node:fs';
import micromatch from 'micromatch';

const VERDICTS = ['right', 'debatable', 'wrong'];

/** `{"package","file","rule","lines","verdict","reason"}`, one per line: `lines` is `*`, a line, or a list of them. */
export function readReviews(path) {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line, i) => {
      const review = JSON.parse(line);
      if (!VERDICTS.includes(review.verdict) || !review.reason) throw new Error(`${path}:${i + 1}: not a review`);
      return review;
    });
}

/** Each finding with the first review of its place. Messages are not compared, because they change. */
export function compare(checked, reviews) {
  const used = new Set();
  const reviewed = [];
  const unreviewed = [];
  for (const { spec, findings } of checked) {
    const name = nameOf(spec);
    const own = reviews.filter((review) => micromatch.isMatch(name, review.package, { bash: true }));
    for (const finding of findings) {
      const review = own.find((one) => isAbout(one, finding));
      if (review) {
        used.add(review);
        reviewed.push({ package: name, ...finding, verdict: review.verdict });
      } else unreviewed.push({ package: name, ...finding });
    }
  }
  return { reviewed, unreviewed, unused: reviews.filter((review) => !used.has(review)) };
}

/** Without the version, so that a review also applies to the next version if its place is the same. */
export const nameOf = (spec) => spec.replace(/(?<=.)[@=][^@=/]+$/, '');

function isAbout({ rule, file, lines }, finding) {
  if (rule !== finding.rule || !micromatch.isMatch(finding.file, file, { dot: true })) return false;
  return lines === '*' || [lines].flat().includes(finding.line);
}
