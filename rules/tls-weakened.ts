import type { UriOption } from '../src/parse/connection-string.ts';
import type { FoundString, FoundFile } from '../src/classify/found-string.ts';
import { givenBeside, givenOptions, isFirstGiven, optionOf, type GivenOption } from '../src/clients/given-options.ts';
import { changeOfOption } from '../src/drivers/drivers.ts';
import { isWholeString } from '../src/lint/grammar.ts';
import { misplacedOptions } from '../src/lint/variables.ts';
import { rangeOver } from '../src/text/source.ts';
import { defineReason, defineRule, type RuleProblem } from '../src/lint/rule.ts';
import { isReal, serviceHosts, realHosts } from '../src/lint/string-hosts.ts';
import { mayHoldMore, optionNamed, withOption, withoutOption } from '../src/classify/string-edits.ts';
import { editOf, hostsAt, makeFix, partAt } from '../src/classify/string-edits.ts';

export default defineRule({
  id: 'tls-weakened',
  reasons: {
    off: defineReason({
      messages: {
        off: '{option} disables TLS. Atlas accepts encrypted connections only.',
        missing:
          '`mongodb://` does not enable TLS by default. Atlas refuses the connection unless the program enables TLS.',
      },
      checkString(string, _context, file) {
        const { source } = file;
        const hosts = serviceHosts(string).filter(isReal);
        if (hosts.length === 0) return [];
        const beside = givenOff(string, file, isOff);
        if (!string.uri || beside.length > 0) return beside;
        if (!isWholeString(string, source)) return [];
        const options = string.uri.options.filter(({ name }) => /^(?:tls|ssl)$/i.test(name));
        // Different values are a conflict, which another rule reports.
        if (options.some(({ value }) => !OFF.test(value ?? ''))) return [];
        if (options.length > 0)
          return options.map((option) =>
            offProblem(string, option, { fix: makeFix('Set tls=true', editOf(string, option, 'tls=true')) }),
          );
        if (string.uri.scheme !== 'direct' || mayHoldMore(string)) return [];
        // A certificate or CA enables TLS, and in prose a string is rarely complete.
        if (optionNamed(string, 'tlsCAFile') || string.literal.context === 'prose') return [];
        if (!hosts.every((host) => host.class.node) || givenBeside('tls', string, source) === 'given') return [];
        // Attributes of an old cluster record: the same list is next to them with its options.
        const isRecorded = /(?:^|\W)mongo_?uri(?:_?updated)?$/i.test(string.literal.key ?? '');
        if (isRecorded && /\bmongo_?uri_?with_?options\b/i.test(source.text)) return [];
        const suggestions = [makeFix('Add tls=true', withOption(string, 'tls', 'true'))];
        return [{ message: 'missing', at: hostsAt(string, hosts), severity: 'info', suggestions }];
      },
      ...misplacedOptions(
        'off',
        (read, file) => givenOff(read, file, isOff).map(({ data = {}, at }) => ({ data, at })),
        (string) => (serviceHosts(string).some(isReal) ? {} : null),
      ),
    }),
    verification: {
      messages: { off: '{option} disables verification of the server certificate.' },
      checkString(string, { role, drivers, path }, file) {
        if (role === 'test' || realHosts(string).length === 0) return [];
        const uses = drivers(path);
        // An option that the driver refuses has no effect, which `option` reports.
        const isWeak = (name: string, value: string | null, written = name): boolean =>
          isUnverified(name, value) && !uses.some((use) => changeOfOption(use, written));
        const options = string.uri?.options.filter(({ name, value }) => isWeak(name, value)) ?? [];
        if (options.length === 0 || !isWholeString(string, file.source))
          return givenOff(string, file, ({ name, value, written }) => isWeak(name, value, written));
        return options.map((option) =>
          offProblem(string, option, { suggestions: [makeFix('Remove the option', withoutOption(string, option))] }),
        );
      },
    },
  },
});

const isOff = ({ name, value }: GivenOption): boolean => name === 'tls' && OFF.test(value);

/** What a call or a settings block turns off beside the string, reported once for all hosts of a list. */
function givenOff(string: FoundString, file: FoundFile, isOff: (option: GivenOption) => boolean): RuleProblem[] {
  const off = givenOptions(string, file.source).filter((option) => isOff(option) && isFirstGiven(string, option, file));
  return off.map(({ written, at, valueAt }) => {
    const value = file.source.text.slice(valueAt.offset, valueAt.endOffset);
    const option = written.startsWith('--') ? written : `${written.slice(written.lastIndexOf('.') + 1)}: ${value}`;
    return { message: 'off', data: { option }, at: rangeOver([at, valueAt]) };
  });
}

/** `false` and its synonyms in drivers. */
const OFF = /^(?:false|0|-1|no|n|f)$/;

function offProblem(string: FoundString, option: UriOption, repair: Partial<RuleProblem>): RuleProblem {
  return { message: 'off', data: { option: `${option.name}=${option.value}` }, at: partAt(string, option), ...repair };
}

/** True for an option, in any spelling of drivers, that turns verification off. */
function isUnverified(path: string, value: string | null): boolean {
  const option = optionOf({ path, value: value ?? '' });
  return option !== null && /^tls(?:Insecure|AllowInvalid)/.test(option.name) && option.value === 'true';
}
