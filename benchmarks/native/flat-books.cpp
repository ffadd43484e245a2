// The limit that the pipeline is held against: libdeflate, a hand-written scanner and flat sorted arrays, with the
// checks that a frame and a sequence need and nothing else. Commands come as lines on standard input:
//   load <file>   takes a corpus (see contestants/native.ts for its form) and answers "ok"
//   run <ms>      applies all updates again and again for so long, and answers "<frames> <milliseconds>"
//   apply <count> applies the full messages, then so many updates, once, and answers "ok"
//   books         answers the final books as one line of JSON
//   version       answers what it was built with
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <libdeflate.h>
#include <string>
#include <unordered_map>
#include <vector>

namespace {

[[noreturn]] void fail(const char* what) {
  std::fprintf(stderr, "flat-books: %s\n", what);
  std::exit(1);
}

// Levels in rising order of the key, the best one last: most changes are near the end.
struct Side {
  std::vector<int64_t> keys;
  std::vector<int64_t> quantities;

  void clear() {
    keys.clear();
    quantities.clear();
  }

  // A full message names the best level first: its rows are put behind each other, and turned round by `loaded`.
  void load(int64_t key, int64_t quantity) {
    keys.push_back(key);
    quantities.push_back(quantity);
  }

  void loaded() {
    std::reverse(keys.begin(), keys.end());
    std::reverse(quantities.begin(), quantities.end());
  }

  void set(int64_t key, int64_t quantity) {
    if (quantity == 0) return remove(key);
    const size_t at = std::lower_bound(keys.begin(), keys.end(), key) - keys.begin();
    if (at < keys.size() && keys[at] == key) {
      quantities[at] = quantity;
    } else {
      keys.insert(keys.begin() + at, key);
      quantities.insert(quantities.begin() + at, quantity);
    }
  }

  void remove(int64_t key) {
    const size_t at = std::lower_bound(keys.begin(), keys.end(), key) - keys.begin();
    if (at >= keys.size() || keys[at] != key) return;
    keys.erase(keys.begin() + at);
    quantities.erase(quantities.begin() + at);
  }
};

struct Book {
  std::string pair;
  int priceScale = 0;
  int quantityScale = 0;
  int64_t seq = 0;
  Side asks;
  Side bids;
};

using Frame = std::vector<uint8_t>;

class Scanner {
 public:
  Scanner(const char* text, size_t length) : at_(text), end_(text + length) {}

  void expect(const char* wanted) {
    const size_t length = std::strlen(wanted);
    if (static_cast<size_t>(end_ - at_) < length || std::memcmp(at_, wanted, length) != 0) fail("unexpected text");
    at_ += length;
  }

  bool take(char wanted) {
    if (at_ >= end_ || *at_ != wanted) return false;
    at_++;
    return true;
  }

  std::string text() {
    const char* start = at_;
    while (at_ < end_ && *at_ != '"') at_++;
    std::string found(start, at_);
    expect("\"");
    return found;
  }

  int64_t integer() {
    int64_t value = 0;
    while (at_ < end_ && *at_ >= '0' && *at_ <= '9') value = value * 10 + (*at_++ - '0');
    return value;
  }

  // A decimal in quotes as an integer of `scale` digits behind the point.
  int64_t decimal(int scale) {
    expect("\"");
    int64_t value = integer();
    int digits = 0;
    if (take('.')) {
      const char* start = at_;
      while (at_ < end_ && *at_ >= '0' && *at_ <= '9') value = value * 10 + (*at_++ - '0');
      digits = static_cast<int>(at_ - start);
    }
    if (digits > scale) fail("a decimal is finer than its scale");
    for (; digits < scale; digits++) value *= 10;
    expect("\"");
    return value;
  }

  // Calls `row(price, quantity)` for each [quantity, price] of a list, or for none where there is null.
  template <typename Row>
  void rows(const Book& book, Row row) {
    if (take('n')) return expect("ull");
    expect("[");
    while (!take(']')) {
      take(',');
      expect("[");
      const int64_t quantity = decimal(book.quantityScale);
      expect(",");
      const int64_t price = decimal(book.priceScale);
      expect("]");
      row(price, quantity);
    }
  }

 private:
  const char* at_;
  const char* end_;
};

class Market {
 public:
  std::vector<Book> books;
  std::vector<Frame> snapshots;
  std::vector<Frame> updates;

  Market() : text_(4 << 20), inflater_(libdeflate_alloc_decompressor()) {}

  void restart() {
    for (const Frame& frame : snapshots) apply(frame);
  }

  void apply(const Frame& frame) {
    if (frame[0] == '0') {
      scan(reinterpret_cast<const char*>(frame.data()) + 1, frame.size() - 1);
      return;
    }
    size_t length = 0;
    const auto result =
        libdeflate_zlib_decompress(inflater_, frame.data() + 1, frame.size() - 1, text_.data(), text_.size(), &length);
    if (result != LIBDEFLATE_SUCCESS) fail("a damaged frame");
    scan(text_.data(), length);
  }

  void index() {
    for (size_t at = 0; at < books.size(); at++) byChannel_[books[at].pair + "_depth"] = at;
  }

 private:
  void scan(const char* text, size_t length) {
    Scanner scanner(text, length);
    scanner.expect("{\"topic\":\"");
    const auto found = byChannel_.find(scanner.text());
    if (found == byChannel_.end()) fail("an unknown channel");
    Book& book = books[found->second];
    scanner.expect(",\"t\":");
    const int64_t kind = scanner.integer();
    scanner.expect(",\"d\":{\"pair\":\"");
    if (scanner.text() != book.pair) fail("another pair");
    scanner.expect(",\"ut\":");
    scanner.integer();
    scanner.expect(",\"seq\":");
    const int64_t seq = scanner.integer();
    if (kind == 0) {
      book.asks.clear();
      book.bids.clear();
      snapshot(scanner, book);
    } else {
      if (seq != book.seq + 1) fail("a gap");
      scanner.expect(",\"add\":{");
      sides(scanner, book, false);
      scanner.expect(",\"del\":{");
      sides(scanner, book, true);
    }
    scanner.expect("}}");
    book.seq = seq;
  }

  void snapshot(Scanner& scanner, Book& book) {
    scanner.expect(",\"asks\":");
    scanner.rows(book, [&](int64_t price, int64_t quantity) { book.asks.load(-price, quantity); });
    scanner.expect(",\"bids\":");
    scanner.rows(book, [&](int64_t price, int64_t quantity) { book.bids.load(price, quantity); });
    book.asks.loaded();
    book.bids.loaded();
  }

  void sides(Scanner& scanner, Book& book, bool removes) {
    scanner.expect("\"asks\":");
    scanner.rows(book, [&](int64_t price, int64_t quantity) { change(book.asks, -price, quantity, removes); });
    scanner.expect(",\"bids\":");
    scanner.rows(book, [&](int64_t price, int64_t quantity) { change(book.bids, price, quantity, removes); });
    scanner.expect("}");
  }

  static void change(Side& side, int64_t key, int64_t quantity, bool removes) {
    if (removes) side.remove(key);
    else side.set(key, quantity);
  }

  std::vector<char> text_;
  libdeflate_decompressor* inflater_;
  std::unordered_map<std::string, size_t> byChannel_;
};

uint32_t readNumber(std::ifstream& file) {
  uint32_t number = 0;
  file.read(reinterpret_cast<char*>(&number), 4);
  return number;
}

std::vector<Frame> readFrames(std::ifstream& file) {
  std::vector<Frame> frames(readNumber(file));
  for (Frame& frame : frames) {
    frame.resize(readNumber(file));
    file.read(reinterpret_cast<char*>(frame.data()), static_cast<std::streamsize>(frame.size()));
  }
  return frames;
}

Market loadMarket(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) fail("no corpus");
  Market market;
  market.books.resize(readNumber(file));
  for (Book& book : market.books) {
    book.pair.resize(readNumber(file));
    file.read(book.pair.data(), static_cast<std::streamsize>(book.pair.size()));
    book.priceScale = static_cast<int>(readNumber(file));
    book.quantityScale = static_cast<int>(readNumber(file));
  }
  market.snapshots = readFrames(file);
  market.updates = readFrames(file);
  market.index();
  return market;
}

void printSide(const Side& side, bool asks) {
  std::fputc('[', stdout);
  for (size_t at = side.keys.size(); at-- > 0;) {
    const int64_t price = asks ? -side.keys[at] : side.keys[at];
    std::printf("%s[%lld,%lld]", at + 1 == side.keys.size() ? "" : ",", static_cast<long long>(price),
                static_cast<long long>(side.quantities[at]));
  }
  std::fputc(']', stdout);
}

void printBooks(const Market& market) {
  std::fputc('{', stdout);
  for (size_t at = 0; at < market.books.size(); at++) {
    const Book& book = market.books[at];
    std::printf("%s\"%s\":{\"asks\":", at == 0 ? "" : ",", book.pair.c_str());
    printSide(book.asks, true);
    std::fputs(",\"bids\":", stdout);
    printSide(book.bids, false);
    std::fputc('}', stdout);
  }
  std::puts("}");
}

void run(Market& market, double minMs) {
  using Clock = std::chrono::steady_clock;
  double elapsedMs = 0;
  size_t frames = 0;
  while (elapsedMs < minMs) {
    market.restart();
    const auto start = Clock::now();
    for (const Frame& frame : market.updates) market.apply(frame);
    elapsedMs += std::chrono::duration<double, std::milli>(Clock::now() - start).count();
    frames += market.updates.size();
  }
  std::printf("%zu %.6f\n", frames, elapsedMs);
}

void applyFirst(Market& market, size_t count) {
  market.restart();
  for (size_t at = 0; at < count && at < market.updates.size(); at++) market.apply(market.updates[at]);
  std::puts("ok");
}

}  // namespace

int main() {
  Market market;
  std::string line;
  while (std::getline(std::cin, line)) {
    if (line.rfind("load ", 0) == 0) {
      market = loadMarket(line.substr(5));
      std::puts("ok");
    } else if (line.rfind("run ", 0) == 0) {
      run(market, std::atof(line.c_str() + 4));
    } else if (line.rfind("apply ", 0) == 0) {
      applyFirst(market, static_cast<size_t>(std::atoll(line.c_str() + 6)));
    } else if (line == "version") {
      std::printf("libdeflate %s, g++ %s\n", LIBDEFLATE_VERSION_STRING, __VERSION__);
    } else if (line == "books") {
      printBooks(market);
    } else {
      fail("an unknown command");
    }
    std::fflush(stdout);
  }
  return 0;
}
