/* SPDX-License-Identifier: MIT */
#include "io/xml_bytes.h"

#include <string.h>

size_t xml_find(const char *bytes, size_t from, size_t end, const char *word)
{
    size_t length = strlen(word);
    for (size_t at = from; at + length <= end; at++) {
        const char *next = memchr(bytes + at, word[0], end - at);
        if (next == NULL)
            break;
        at = (size_t)(next - bytes);
        if (at + length <= end && memcmp(next, word, length) == 0)
            return at;
    }
    return end;
}

/* It is when no comment, section or instruction may be open (there are none before it), and
 * from the last '<' to the '>' that ends the text before the place, quotes are in pairs: a
 * '<' is markup then, and so is that '>'. */
bool xml_is_behind_tag(const char *bytes, size_t place)
{
    size_t last = place, end = place, quotes = 0;
    if (xml_find(bytes, 0, place, "<!") < place || xml_find(bytes, 1, place, "<?") < place)
        return false;
    while (end > 0 && xml_is_space(bytes[end - 1]))
        end--;
    while (last > 0 && bytes[last - 1] != '<')
        last--;
    if (last == 0 || end <= last || bytes[end - 1] != '>')
        return false;
    for (size_t i = last; i < end; i++) {
        if (bytes[i] == '\'')
            return false;
        quotes += bytes[i] == '"';
    }
    return quotes % 2 == 0;
}
