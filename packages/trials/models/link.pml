/* One owner, one consumer, and a bus that loses what it likes and is slow as it likes, but keeps the order of one connection.
 * A book that is shown as live is right, and holds everything that was published before the echo was sent that proves it;
 * nothing is shown as live once that is too long ago, however long any of them was stopped.
 *
 *   spin -a link.pml && gcc -O2 -DSAFETY -o pan pan.c && ./pan
 *
 * -DWITHOUT_ECHO     believes beats alone, however old they are
 * -DWITHOUT_COUNTER  applies frames without looking at their number
 */
#define FRAMES 2           /* the owner publishes so many */
#define END 4              /* time ends here */
#define LIMIT 1            /* a book is live for so long since the echo that proves it was sent */
#define NEVER 255

mtype = { frame, beat, echo, snapshot };

byte now = 0;
byte published = 0;                  /* the owner's relaySeq */
byte publishedBefore[END + 1];       /* ... when that time began */
chan toConsumer = [2] of { mtype, byte };   /* ... and its relaySeq, or when the echo was sent */
chan toOwner = [1] of { mtype, byte };

/* What the consumer has. */
byte content = 0;          /* changes that its book holds */
byte relaySeq = 0;         /* the number that it believes to be at */
bool following = false;
byte echoAt = NEVER;       /* when the newest answered echo was sent */
byte provenAt = NEVER;     /* ... behind whose answer a beat has come */

#ifdef WITHOUT_ECHO
#define isLive (following && provenAt != NEVER)
#else
#define isLive (following && provenAt != NEVER && now - provenAt <= LIMIT)
#endif

active proctype Time() {
  end: do
  :: atomic { now < END -> now++; publishedBefore[now] = published }
  :: else -> break
  od
}

/* The bus takes a message or loses it. */
inline tell(kind, number) {
  if
  :: nfull(toConsumer) -> toConsumer ! kind, number
  :: true -> skip
  fi
}

active proctype Owner() {
  byte asked;
  byte beats = 0;
  end: do
  :: atomic { published < FRAMES -> published++; tell(frame, published) }
  :: atomic { beats < 2 -> beats++; tell(beat, published) }
  :: atomic { toOwner ? echo, asked -> tell(echo, asked); asked = 0 }
  :: atomic { toOwner ? snapshot, asked -> tell(snapshot, published); asked = 0 }
  od
}

active proctype Consumer() {
  byte number;
  byte askedAt = NEVER;
  end: do
  :: atomic { toConsumer ? frame, number ->
#ifdef WITHOUT_COUNTER
       if
       :: following -> content++; relaySeq = number
       :: else -> skip
       fi;
#else
       if
       :: following && number == relaySeq + 1 -> content++; relaySeq = number
       :: following && number > relaySeq + 1 -> following = false
       :: else -> skip
       fi;
#endif
       number = 0 }
  :: atomic { toConsumer ? beat, number ->
       if
       :: number > relaySeq -> following = false
       :: else -> skip
       fi;
#ifdef WITHOUT_ECHO
       provenAt = now;
#else
       provenAt = echoAt;
#endif
       number = 0 }
  :: atomic { toConsumer ? echo, number ->
       if
       :: echoAt == NEVER || number > echoAt -> echoAt = number
       :: else -> skip
       fi;
       number = 0 }
  :: atomic { toConsumer ? snapshot, number ->
       if
       :: number >= relaySeq -> content = number; relaySeq = number; following = true
       :: else -> skip
       fi;
       number = 0 }
  :: atomic { now < END && askedAt != now && nfull(toOwner) -> askedAt = now; toOwner ! echo, now }
  :: atomic { !following && nfull(toOwner) -> toOwner ! snapshot, 0 }
  od
}

/* A reader at any moment. */
active proctype Reader() {
  end: do
  :: atomic { isLive ->
       assert(content == relaySeq);
       assert(content >= publishedBefore[provenAt]);
       assert(now - LIMIT <= 0 || content >= publishedBefore[now - LIMIT])
     }
  od
}
