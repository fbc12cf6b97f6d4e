import { UserError } from '../node/errors.ts';
import { shownArgument } from '../node/fs/paths.ts';
import { nearestName } from '../text/edit-distance.ts';

/** The error for a name that is not known, with the nearest one. */
export function unknownName(what: string, name: string, known: readonly string[], hint: string): UserError {
  const nearest = nearestName(name, known);
  return new UserError(`unknown ${what} ${shownArgument(name)}.${nearest ? ` Did you mean ${nearest}?` : ''}`, hint);
}
